/**
 * `bourse start`: run the exchange. Its flags are read by config.ts, with the environment; a test
 * compares what is said of them here with what it knows.
 */
import type { CliCommand } from "./terminal/command.ts";

export const start: CliCommand = {
  name: "start",
  says: "run the exchange",
  takes: [],
  options: {
    "--port": {
      value: "N",
      says: "port of the public API; BOURSE_PORT or 8080, 0 takes a free one",
    },
    "--host": { value: "H", says: "address to listen on; BOURSE_HOST or 127.0.0.1" },
    "--data": { value: "DIR", says: "data directory; BOURSE_DATA or ./data" },
    "--operator-port": { value: "N", says: "port of the operator; BOURSE_OPERATOR_PORT or 8081" },
    "--operator-host": {
      value: "H",
      says: "address of the operator, in a sandbox; BOURSE_OPERATOR_HOST or 127.0.0.1",
    },
    "--operator-names": {
      value: "NAME,...",
      says: "host names by which the operator is called; BOURSE_OPERATOR_NAMES",
    },
    "--no-demo": { says: "a fresh directory is empty, and production; BOURSE_KIND" },
    "--sandbox": { says: "with --no-demo: a fresh directory is empty, and a sandbox" },
    "--no-traders": { says: "leave the demo's books empty; BOURSE_NO_TRADERS=1" },
    "--calm": { says: "let the demo's prices move little, and evenly; BOURSE_CALM=1" },
    "--exposed-demo": { says: "let the demo be reached from other machines" },
    "--no-limits": { says: "no rate limits; in a sandbox only; BOURSE_NO_LIMITS=1" },
    "--trusted-proxies": { value: "CIDR,...", says: "whose X-Forwarded-For counts" },
    "--tls-cert": { value: "FILE", says: "certificate; with it the public API speaks TLS" },
    "--tls-key": { value: "FILE", says: "its key" },
    "--log-level": {
      value: "LEVEL",
      says: "trace, debug, info, warn, error or fatal; BOURSE_LOG_LEVEL or info",
    },
    "--accept-clock-behind": { says: "start although the clock is behind the log" },
    "--segment-mib": {
      value: "N",
      says: "size of a file of the log; 64 without it, 4 in a sandbox",
    },
    "--snapshot-every": { value: "N", says: "commands between two snapshots; 500000 without it" },
    "--gateways": {
      value: "N",
      says: "processes that share the public port, or auto; none without it",
    },
    "--cluster": {
      value: "URL",
      says: "be a node of this cluster: a URL without a password, or a file; BOURSE_CLUSTER",
    },
    "--node": { value: "NAME", says: "its name in the cluster; BOURSE_NODE" },
    "--advertise": { value: "HOST:PORT", says: "where others reach it; BOURSE_ADVERTISE" },
    "--node-listen": {
      value: "HOST:PORT",
      says: "where it listens for other nodes, if not there; BOURSE_NODE_LISTEN",
    },
    "--wait-for-postgres": {
      value: "SECONDS",
      says: "how long a start waits for PostgreSQL; BOURSE_WAIT_FOR_POSTGRES or 300",
    },
    "--single-postgres": {
      says: "accept a PostgreSQL without a standby; BOURSE_SINGLE_POSTGRES=1",
    },
  },
  async run(args) {
    const { start: begin, exitWith } = await import("../app/run-server.ts");
    await begin(args).catch(exitWith);
  },
};
