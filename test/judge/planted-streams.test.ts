/** The judge of streams is one: what is wrong with a message is found, wherever it goes, by its channel and its field. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { STREAM_EXAMPLES } from "../../src/contract/streams/examples.ts";
import { STREAM_MESSAGES } from "../../src/contract/streams/messages.ts";
import { gzipFrame, textFrame } from "../../src/edge/ws/socket/frame.ts";
import { problemsDuring } from "../support/judge-reply.ts";
import { JudgedSocket } from "../support/judged-socket.ts";
import { KlineApiClient } from "../support/kline-api-client.ts";
import { KlineApiDesk } from "../support/kline-api-desk.ts";
import { MarketDesk } from "../support/market-desk.ts";
import { RawStream } from "../support/raw-stream.ts";
import { streamProblem } from "../support/stream-contract.ts";
import { StreamDesk } from "../support/stream-desk.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The innermost record that comes first, and behind its place what was done to it. */
function spoilt(value: unknown, spoil: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return [spoilt(value[0], spoil), ...value.slice(1)];
  const fields = value as Fields;
  const [name, inside] = Object.entries(fields).find(([, one]) => isRecord(one)) ?? [];
  return name === undefined ? spoil(fields) : { ...fields, [name]: spoilt(inside, spoil) };
}

/** Or a list of such. */
function isRecord(value: unknown): boolean {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === "object" && one !== null && !Array.isArray(one);
}

const TOLD = Object.entries(STREAM_MESSAGES).filter(([, { channel }]) => channel !== undefined);
/** A field that some rows have. */
const SOMETIMES = /^(?:endReason|delisted)$/;

test.each(TOLD)(
  "%s: a field left out by its writer, and one of another type, are found by name",
  (name, { path }) => {
    const example: Fields = JSON.parse(STREAM_EXAMPLES[name] ?? "");
    let field = "";
    const without = spoilt(example, (fields) => {
      field = Object.keys(fields).findLast((one) => !SOMETIMES.test(one)) ?? "";
      return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== field));
    });
    const other = spoilt(example, (fields) => ({ ...fields, [field]: { no: "such" } }));

    const place = `${path} ${example["channel"] ?? ""}`.trim();
    const [missing, mistyped] = [without, other].map((one) =>
      streamProblem(path, "server", JSON.stringify(one)),
    );
    for (const problem of [missing, mistyped]) {
      const [words = ""] = problem?.split(" in {") ?? [];
      expect(words).toContain(place);
      expect(words).toContain(field);
    }
  },
);

const UPDATE = STREAM_EXAMPLES["trades.update"] ?? "";
const SPOILT = UPDATE.replace(/"qty":"[^"]*",/, "");
const FOUND = expect.stringMatching(/^\/ws trades:\S+ trades\.update: .*"missingProperty":"qty"/);
const TICK = (STREAM_EXAMPLES["klineApi.ticker.tick"] ?? "").replace(/"rose":/, '"fell":');
const TICK_FOUND = expect.stringMatching(
  /^\/kline-api\/ws market_\S+ klineApi\.ticker\.tick: .*rose/,
);

test("desks of both paths judge what a stream sends, once for all clients", async () => {
  const { exchange } = await MarketDesk.provisioned();
  const [client, other] = [new StreamDesk(exchange), new StreamDesk(exchange)].map((desk) =>
    desk.connect(),
  );
  const kline = (await KlineApiDesk.open()).connect();
  const frame = textFrame(SPOILT);

  const problems = await problemsDuring(async () => {
    client?.connection.send(frame);
    other?.connection.owe([frame]);
    kline.connection.send(gzipFrame(TICK));
  });

  expect(problems).toEqual([FOUND, TICK_FOUND]);
});

test("clients of servers in processes of their own judge what they hear", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close());
  server.on("connection", (socket: WebSocket, { url }) => {
    socket.send(url === "/ws" ? SPOILT : gzipSync(TICK));
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const problems = await problemsDuring(async () => {
    const socket = new JudgedSocket(`ws://127.0.0.1:${port}/ws`);
    await once(socket, "message");
    socket.close();
    const raw = await RawStream.open(port);
    raw.close();
    const kline = await KlineApiClient.open(`http://127.0.0.1:${port}`);
    await kline.next(() => true);
    await kline.close();
  });

  expect(problems).toEqual([FOUND, FOUND, TICK_FOUND]);
});
