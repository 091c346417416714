/** A port of loopback that was free a moment ago, for a program that has to be told one. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}
