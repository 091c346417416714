import { expectTypeOf, test } from "vitest";
import type { IndexPrice } from "../../api/futures-words.ts";
import type { Kline } from "../../api/market-words.ts";
import type { Channel, ChannelData, DepthData, MyOrdersData, NamedTicker } from "./channels.ts";
import type { RowChannel, RowOf } from "./rows.ts";

test("what a channel tells follows from its name", () => {
  expectTypeOf<ChannelData<"depth:BTCUSDT">>().toEqualTypeOf<DepthData>();
  expectTypeOf<ChannelData<`ticker:${string}`>>().toEqualTypeOf<NamedTicker>();
  expectTypeOf<ChannelData<"index:E-BTC-USDT">>().toEqualTypeOf<IndexPrice>();
  expectTypeOf<ChannelData<"my.orders">>().toEqualTypeOf<MyOrdersData>();
  expectTypeOf<RowOf<"kline:BTCUSDT:5min">>().toEqualTypeOf<Kline>();
  expectTypeOf<RowOf<"tickers">>().toEqualTypeOf<NamedTicker>();
});

test("what is no channel is no name of one, and not every channel has rows", () => {
  expectTypeOf<"depth">().not.toExtend<Channel>();
  expectTypeOf<"kline:BTCUSDT:2min">().not.toExtend<Channel>();
  expectTypeOf<"my.secrets">().not.toExtend<Channel>();
  expectTypeOf<"my.margin">().not.toExtend<RowChannel>();
  expectTypeOf<"depth:BTCUSDT">().not.toExtend<RowChannel>();
});
