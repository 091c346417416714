/** Entry of a gateway's process; run-gateway.ts is its composition root. */

import type { FromGateway, ToGateway } from "./app/gateway/messages.ts";
import { Gateway } from "./app/run-gateway.ts";

process.umask(0o077);
// A terminal sends signals to the whole group: the core says when to stop.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));
const tell = (message: FromGateway) => {
  if (process.connected) process.send?.(message);
};
const gateway = new Gateway(tell);
process.on("message", (message: ToGateway) => {
  gateway.hear(message).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
tell({ type: "started" });
