/**
 * Connections to one of several processes that share a port: while the others are stopped, the kernel gives every
 * connection to the one that goes on. `connect` is done when all are answered, not when they are made.
 */
export async function apartFrom(pids, connect) {
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  try {
    return await connect();
  } finally {
    for (const pid of pids) process.kill(pid, "SIGCONT");
  }
}
