/** Ports of loopback that were free a moment ago, no two alike, for programs that have to be told theirs. */
import { createServer, type Server } from "node:net";

export async function freePorts(count: number): Promise<readonly number[]> {
  const listeners = await Promise.all(Array.from({ length: count }, listen));
  const ports = listeners.map(portOf);
  await Promise.all(listeners.map(close));
  return ports;
}

async function listen(): Promise<Server> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return listener;
}

function portOf(listener: Server): number {
  const place = listener.address();
  return typeof place === "object" && place ? place.port : 0;
}

async function close(listener: Server): Promise<void> {
  await new Promise((resolve) => listener.close(resolve));
}
