/** Entry of the server's process; run-server.ts is its composition root. */
import { exitWith, start } from "./app/run-server.ts";

start(process.argv.slice(2)).catch(exitWith);
