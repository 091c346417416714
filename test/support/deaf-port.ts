/** A port of loopback on which nobody listens, and on which nobody can begin to while the test runs. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { onTestFinished } from "vitest";

/** One end of a connection has it: it is taken, and no listener. */
export async function deafPort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  const near = connect(port, "127.0.0.1");
  const [far] = await once(listener, "connection");
  onTestFinished(() => {
    for (const end of [near, far]) end.destroy();
    listener.close();
  });
  return near.localPort ?? 0;
}
