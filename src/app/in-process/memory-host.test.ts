/** Forks made at random, beside runs without them: the exchange that is forked has the state that it had otherwise, and so has every fork. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { askedFor } from "../../../test/support/desk.ts";
import { runs } from "../../../test/support/runs.ts";
import type { Command } from "../../core/engine/codec.ts";
import { apply } from "../../core/engine/engine.ts";
import { readSnapshot, writeSnapshot } from "../../core/engine/snapshot/snapshot.ts";
import { drawCredentials } from "../../edge/auth/seal.ts";
import { DEMO_USERS } from "../demo/demo-catalogue.ts";
import { type DemoFiles, demoKeys } from "../demo/demo-keys.ts";
import { MemoryHost } from "./memory-host.ts";

function memoryFiles(): DemoFiles {
  const files = new Map<string, Uint8Array>();
  return { read: (name) => files.get(name), create: (name, bytes) => void files.set(name, bytes) };
}
const files = memoryFiles();
demoKeys(files, DEMO_USERS, drawCredentials);

function open(): Promise<MemoryHost> {
  const plain = {
    hasDemo: true,
    hasTraders: false,
    isCalm: false,
    hasLimits: false,
    isFrozen: true,
  };
  const masterKey = new Uint8Array(32).fill(7);
  return MemoryHost.open({ ...plain, gateways: 0, seed: 1, masterKey, site: undefined, files });
}

const order = fc
  .record({
    user: fc.constantFrom(1, 2),
    side: fc.constantFrom("buy", "sell"),
    price: fc.integer({ min: 95, max: 105 }),
    besides: fc.constantFrom("", "", "", " ioc", " stop 101", " trail 100", " showing 0.1"),
  })
  .map(({ user, side, price, besides }): Command => {
    const { pairName: _, ...asked } = askedFor(`${side} 0.5 @ ${price}${besides}`);
    return { type: "PlaceOrder", user, key: user, request: 0, pair: 1, ...asked };
  });
const command = fc.oneof(
  { weight: 9, arbitrary: order },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1, 2).map((user): Command => {
      return { type: "CancelAllOrders", user, key: user, request: 0, pair: 1, area: "spot" };
    }),
  },
);
const world = fc.nat(3);
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ world, command }) },
  { weight: 1, arbitrary: world.map((forked) => ({ forked })) },
);

/** An exchange, and all that was sent to it from the beginning on. */
interface World {
  readonly host: MemoryHost;
  readonly sent: Command[];
}

async function send({ host, sent }: World, command: Command): Promise<void> {
  sent.push(command);
  await host.instance.sequencer.submit(command);
}

function bytesOf({ instance }: MemoryHost): Buffer {
  return Buffer.from(writeSnapshot(instance.sequencer.state));
}

/** The state of one that was sent the same and knows of no other. */
function alone(begin: Uint8Array, sent: readonly Command[]): Buffer {
  const state = readSnapshot(begin);
  const { timeMs } = state; // It stands.
  for (const command of sent) apply(state, command, { timeMs, events: [] });
  return Buffer.from(writeSnapshot(state));
}

let forks = 0;

test("SANDBOX-FORK-1 whatever is forked and sent in turn, each exchange has the state of one that was sent the same by itself", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const first = await open();
      const begin = bytesOf(first);
      const worlds: World[] = [{ host: first, sent: [] }];
      for (const at of steps) {
        const turn = "forked" in at ? at.forked : at.world;
        const world = worlds[turn % worlds.length] as World;
        if ("command" in at) await send(world, at.command);
        else if (worlds.length < 4) {
          worlds.push({ host: await world.host.fork({ hasFaults: true }), sent: [...world.sent] });
          forks++;
        }
      }
      for (const { host, sent } of worlds) {
        expect(bytesOf(host).equals(alone(begin, sent))).toBe(true);
        await host.close();
      }
    }),
    { numRuns: runs(8, 60), seed: 49 },
  );
  expect(forks).toBeGreaterThan(0);
});

test("SANDBOX-FORK-1 a fork is made between two batches, while orders are on their way, and leaves nothing in the log", async () => {
  const host = await open();
  const { sequencer } = host.instance;
  const begin = bytesOf(host);
  const { position } = sequencer.state;
  const sent = fc.sample(order, { seed: 50, numRuns: 40 });
  const underWay = Promise.all(sent.map((one) => sequencer.submit(one)));
  const fork = await host.fork({ hasFaults: true });
  await underWay;

  const met = fork.instance.sequencer.state.position - position;
  expect(bytesOf(fork).equals(alone(begin, sent.slice(0, met)))).toBe(true);
  expect(bytesOf(host).equals(alone(begin, sent))).toBe(true);
  expect(sequencer.end.position).toBe(position + sent.length);
  await Promise.all([host.close(), fork.close()]);
});
