/** What a way holds back has arrived, and is told; what is reset goes nowhere. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { TcpWay } from "./tcp-way.ts";

/** A way to a server that answers each piece with the same in capitals, and a connection over it. */
async function openWay() {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => socket.write(`${bytes}`.toUpperCase()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const way = await TcpWay.to((server.address() as AddressInfo).port);
  const client = connect(way.port, "127.0.0.1");
  client.on("error", () => undefined);
  onTestFinished(async () => {
    client.destroy();
    await way.close();
    server.close();
  });
  return { way, client };
}

test("a reply that is held back is told, and goes on when the way is healed", async () => {
  const { way, client } = await openWay();
  const heard = once(client, "data");

  way.cut("back");
  client.write("ann");
  await way.holds();

  expect(way.heldTexts).toEqual(["ANN"]);
  expect(client.bytesRead).toBe(0);
  way.heal();
  expect(`${(await heard)[0]}`).toBe("ANN");
});

test("a reply that is held back when the way is reset is heard by nobody", async () => {
  const { way, client } = await openWay();
  way.cut("back");
  client.write("ann");
  await way.holds();
  // `once` would take the reset itself for a failure.
  const closed = new Promise((resolve) => client.once("close", resolve));

  way.reset();
  way.heal();

  await closed;
  expect(client.bytesRead).toBe(0);
});
