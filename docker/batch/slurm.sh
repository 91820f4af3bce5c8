#!/bin/bash
# Many notebooks as an array job of Slurm: a task a part of them. After a kill, a lost node or the end of the time, the same line goes on.
#
#   sbatch docker/batch/slurm.sh NOTEBOOKS RESULTS
#   sbatch --array=1-50 --export=ALL,PARTS=50 docker/batch/slurm.sh NOTEBOOKS RESULTS
#   sbatch --array=7 docker/batch/slurm.sh NOTEBOOKS RESULTS            # one task again
#
# Both directories are seen by all nodes; mercer is in the PATH of each (mercer install --prefix, or the image with apptainer exec).
#SBATCH --job-name=mercer
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
notebooks=$1 results=$2
export TMPDIR=${SLURM_TMPDIR:-${TMPDIR:-/tmp}}
export XDG_CACHE_HOME=$TMPDIR/mercer-$SLURM_JOB_ID # compiled cells on the node's own disk, not on the one of all
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT
mkdir -p "$results"
mercer run -q -o "$results" --resume --jobs "${SLURM_CPUS_PER_TASK:-1}" --timeout 10m \
  --shard "$SLURM_ARRAY_TASK_ID/${PARTS:-8}" --table "$results/part-$SLURM_ARRAY_TASK_ID.csv" "$notebooks"
