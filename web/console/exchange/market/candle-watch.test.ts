/** Candles of the stream, and earlier ones from pages of REST, both as the test tells them. */
import { expect, test } from "vitest";
import {
  BourseError,
  type ChannelListener,
  type Kline,
  type KlineData,
} from "../../../../src/client/client.ts";
import type { Subscribes } from "../../../../src/client/stream/follow.ts";
import { StreamedCandles } from "./candle-watch.ts";
import { CANDLES_MAX } from "./candles.ts";

const AT = { seq: "1-0", time: 0 };
const candle = (idx: number): Kline => {
  return { idx, open: "1", close: "1", high: "1", low: "1", vol: "1" };
};
/** So many that begin right before `end`, newest first, as REST gives them. */
const pageBefore = (end: number, count: number) =>
  Array.from({ length: count }, (_, place) => candle(end - 1 - place));

function open(pages: (endTime: number) => readonly Kline[] | Promise<readonly Kline[]>) {
  const asked: number[] = [];
  let listener: ChannelListener<KlineData> | undefined;
  const stream: Subscribes = {
    subscribe: (_, given) => {
      listener = given as unknown as ChannelListener<KlineData>;
      return { close: () => undefined };
    },
  };
  const klines = async ({ endTime = -1 }) => {
    asked.push(endTime);
    return pages(endTime);
  };
  const client = { spot: { klines }, futures: { klines } } as never;
  const watch = new StreamedCandles({ client, stream }, { name: "X", kind: "pair" }, "1min");
  const tell = (candles: readonly Kline[]) => listener?.snapshot({ candles }, AT);
  const refuse = () => listener?.error?.(new BourseError("no", { code: -1121, kind: "malformed" }));
  return { watch, asked, tell, refuse };
}

test("earlier candles are put before the others, until a page is not full", async () => {
  const { watch, asked, tell } = open((endTime) =>
    endTime > 500 ? pageBefore(endTime + 1, 300) : pageBefore(endTime + 1, 10),
  );
  tell([candle(700), candle(701)]);

  expect(await watch.loadEarlier()).toBe(true);
  expect(await watch.loadEarlier()).toBe(true);
  expect(await watch.loadEarlier()).toBe(false);

  expect(asked).toEqual([699, 399]);
  expect(watch.candles.value?.map(({ idx }) => idx)).toEqual(
    Array.from({ length: 312 }, (_, place) => 390 + place),
  );
});

test("no more are asked for than are kept, and one page at a time", async () => {
  const { watch, asked, tell } = open((endTime) => pageBefore(endTime + 1, 300));
  tell([candle(1_000_000)]);
  const [first, second] = await Promise.all([watch.loadEarlier(), watch.loadEarlier()]);
  expect([first, second]).toEqual([true, false]);

  while (await watch.loadEarlier());

  expect(watch.candles.value).toHaveLength(CANDLES_MAX);
  expect(asked).toHaveLength(CANDLES_MAX / 300);
});

test("a page that fails can be asked for again", async () => {
  let isDown = true;
  const { watch, tell } = open((endTime) =>
    isDown ? Promise.reject(new Error("down")) : pageBefore(endTime + 1, 5),
  );
  tell([candle(100)]);

  expect(await watch.loadEarlier()).toBe(false);
  isDown = false;
  expect(await watch.loadEarlier()).toBe(true);
});

test("a snapshot replaces everything: a sandbox may have gone back in time", () => {
  const { watch, tell } = open(() => []);
  tell([candle(100), candle(200)]);

  tell([candle(50)]);

  expect(watch.candles.value?.map(({ idx }) => idx)).toEqual([50]);
});

test("where the stream has no such channel, REST is asked once", async () => {
  const { watch, asked, refuse } = open(() => [candle(7)]);

  refuse();
  await new Promise((resolve) => watch.candles.follow(() => resolve(undefined)));

  expect([asked.length, watch.candles.value?.[0]?.idx]).toEqual([1, 7]);
});
