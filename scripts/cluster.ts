/** `npm run cluster`: three PostgreSQL servers and three nodes on this machine, a screen of them, and keys that break them. */
import { NoPostgres } from "./local-cluster/programs.ts";
import { showCluster } from "./local-cluster/show-cluster.ts";

const end = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => end.abort());

const { stdin: input, stdout: output } = process;
try {
  await showCluster({ programs: process.env["BOURSE_PG_BIN"], input, output, end });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof NoPostgres ? 2 : 1;
}
