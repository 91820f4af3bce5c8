"""Notebooks executed by a kernel through nbclient, with a user who answers questions."""

import asyncio
import os
import pathlib
from queue import Empty

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

CELL_TIMEOUT = 300  # seconds; the first cells fetch and compile modules


class Client(NotebookClient):
    """nbclient, but for answers to input requests: nbclient itself takes none."""

    def __init__(self, nb, answers, preamble, **kw):
        super().__init__(nb, **kw)
        self.answers, self.preamble = list(answers), preamble

    async def async_start_new_kernel_client(self):
        client = await super().async_start_new_kernel_client()
        client.allow_stdin = True
        if self.preamble:
            await self.run_silently(client, self.preamble)
        self.answering = asyncio.ensure_future(self.answer(client))
        return client

    start_new_kernel_client = None

    async def run_silently(self, client, code):
        message = client.execute(code, silent=True, store_history=False, allow_stdin=False)
        while True:
            reply = await client.get_shell_msg(timeout=CELL_TIMEOUT)
            if reply["parent_header"].get("msg_id") == message:
                return

    async def answer(self, client):
        while True:
            try:
                await client.get_stdin_msg(timeout=1)
            except Empty:
                continue
            client.input(self.answers.pop(0) if self.answers else "")

    async def _async_cleanup_kernel(self):
        self.answering.cancel()
        await super()._async_cleanup_kernel()


def execute(notebook: pathlib.Path, kernel: str, answers=(), preamble="", skip=(), env=None):
    """Runs all code cells of a notebook, but for those in skip, and returns the notebook with its outputs. A failing cell
    does not keep the next ones from running."""
    nb = nbformat.read(notebook, as_version=4)
    for i, cell in enumerate(nb.cells):
        if i in skip:
            cell.cell_type, cell.source = "raw", cell.source
        elif cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nb.metadata.kernelspec = {"name": kernel, "display_name": kernel, "language": "go"}
    client = Client(
        nb, answers, preamble, timeout=CELL_TIMEOUT, kernel_name=kernel, allow_errors=True,
        resources={"metadata": {"path": str(notebook.parent)}}, kernel_manager_class=AsyncKernelManager,
    )
    asyncio.run(client.async_execute(env={**os.environ, **(env or {})}))
    return nb
