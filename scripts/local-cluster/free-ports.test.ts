/** Ports that are given are nobody else's, whether a program listens there or not. */
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePorts } from "./free-ports.ts";

const COUNT = 8;
const only = (port: number) => ({ first: port, last: port });

async function listenAt(port: number): Promise<number> {
  const listener = createServer().listen(port, "127.0.0.1");
  await once(listener, "listening");
  onTestFinished(() => void listener.close());
  const place = listener.address();
  return typeof place === "object" && place ? place.port : 0;
}

test("a program can listen at each of them, and no two are alike", async () => {
  const ports = await freePorts(COUNT);
  for (const port of ports) expect(await listenAt(port)).toBe(port);

  expect(new Set(ports).size).toBe(COUNT);
});

test.runIf(process.platform === "linux")(
  "one that was given is not given again, though nobody listens there",
  async () => {
    const [port = 0] = await freePorts(1);

    await expect(freePorts(1, only(port))).rejects.toThrow("is free");
  },
);

test("one at which another program listens is not given", async () => {
  const port = await listenAt(0);

  await expect(freePorts(1, only(port))).rejects.toThrow("is free");
});
