"""Runs a server for as long as the process that asked for it lives, and tidies up behind it.

    python3 keeper.py FOLDER KEEP COMMAND...

The one who asked holds the other end of this process's stdin. Its end, however it came about (also kill -9),
is the end of the server and of everything that it started, and of FOLDER unless KEEP is 1. A file of its own,
without imports of the package, so that any Python runs it from anywhere.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time

#: The server stops within ten seconds.
STOP_S = 10


def main() -> int:
    folder, keep, *command = sys.argv[1:]
    # Ctrl+C and the end of a terminal are for the one who asked.
    for name in (signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    with open(os.path.join(folder, "server.log"), "wb") as log:
        try:
            server = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder, start_new_session=True
            )
        except OSError as error:
            log.write(f"{command[0]} does not start: {error}\n".encode())
            return 1

    stdin_has_ended = threading.Event()

    def kill() -> None:
        """All that the server started is in its group."""
        try:
            os.killpg(server.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def end() -> None:
        """In order, so that it tidies up what it has elsewhere (the sockets of gateways); if need be by force."""
        server.terminate()
        late = threading.Timer(STOP_S, kill)
        late.daemon = True
        late.start()

    signal.signal(signal.SIGTERM, lambda *_: end())

    def wait_for_the_end_of_stdin() -> None:
        sys.stdin.buffer.read()
        stdin_has_ended.set()
        end()

    threading.Thread(target=wait_for_the_end_of_stdin, daemon=True).start()
    server.wait()
    kill()
    wait_for_the_end_of_the_group(server.pid)
    if keep != "1" and stdin_has_ended.is_set():
        shutil.rmtree(folder, ignore_errors=True)
    # The thread may still be reading: nothing waits for it.
    os._exit(0)


def wait_for_the_end_of_the_group(group: int) -> None:
    """What is still dying could still write. Where nobody buries the dead they count on: so not for long."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)


if __name__ == "__main__":
    sys.exit(main())
