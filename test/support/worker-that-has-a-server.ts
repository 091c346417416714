/** A process that has the server of a worker, says where, and does nothing more until it is ended. */
import { workerServer } from "./worker-server.ts";

const { directory } = await workerServer();
process.stdout.write(`${directory}\n`);
setInterval(() => undefined, 1_000_000);
