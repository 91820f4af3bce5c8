#!/bin/bash
# Submissions graded as an array job of Slurm: a task a part of them, each notebook confined. After a kill, a lost node or the end of the time, the same
# line goes on.
#
#   sbatch --wait docker/batch/slurm.sh source/ps1/ps1.ipynb SUBMITTED RESULTS
#   mercer assignment merge RESULTS/part-* -o GRADED
#
#   sbatch --array=1-50 --export=ALL,PARTS=50 docker/batch/slurm.sh source/ps1/ps1.ipynb SUBMITTED RESULTS
#   sbatch --array=7 docker/batch/slurm.sh source/ps1/ps1.ipynb SUBMITTED RESULTS            # one task again
#
# All nodes see the directories, and run Linux 6.7 or later; mercer is in the PATH of each (mercer install --prefix, or the image with apptainer exec).
#SBATCH --job-name=mercer
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
source=$1 submitted=$2 results=$3
export TMPDIR=${SLURM_TMPDIR:-${TMPDIR:-/tmp}}
export XDG_CACHE_HOME=$TMPDIR/mercer-$SLURM_JOB_ID # compiled packages on the node's own disk, not on the one of all
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT
mkdir -p "$results"
mercer assignment grade --jobs "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/${PARTS:-8}" \
  -o "$results/part-$SLURM_ARRAY_TASK_ID" "$source" "$submitted"
