/** Frames as a client reads them: `ws` decides. */
import type { Writable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import * as ws from "ws";
import { gzipFrame, PING_FRAME, passingFrame, pongFrame, textFrame } from "./frame.ts";

/** The types of `ws` do not name it. */
const { Receiver } = ws as unknown as {
  readonly Receiver: new (options: { readonly isServer: boolean }) => Writable;
};

interface Read {
  readonly kind: string;
  readonly payload: Buffer;
}

function read(bytes: Buffer): Promise<Read[]> {
  const found: Read[] = [];
  const receiver = new Receiver({ isServer: false });
  receiver.on("message", (payload: Buffer, isBinary: boolean) => {
    found.push({ kind: isBinary ? "binary" : "text", payload });
  });
  for (const kind of ["ping", "pong"] as const) {
    receiver.on(kind, (payload: Buffer) => found.push({ kind, payload }));
  }
  return new Promise((resolve, reject) => {
    receiver.on("error", reject);
    receiver.on("finish", () => resolve(found));
    receiver.end(bytes);
  });
}

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])(
  "STREAM-PACE-1 a message of %d bytes is one frame",
  async (length) => {
    const text = "x".repeat(length);
    const found = await read(textFrame(text));

    expect(found.map(({ kind, payload }) => [kind, payload.toString()])).toEqual([["text", text]]);
  },
);

test.each(["", "x".repeat(125), "x".repeat(126), "x".repeat(65_536), "é", "x\u20ac"])(
  "STREAM-ORDER-7 a message that leaves at once has the bytes of its frame (%#)",
  (text) => {
    const frame = passingFrame(text);

    expect(Buffer.from(frame as string, "latin1")).toEqual(textFrame(text));
  },
);

test("STREAM-PACE-1 frames that are joined are read one by one", async () => {
  const frames = [textFrame("é"), PING_FRAME, pongFrame(Buffer.from("7")), gzipFrame("{}")];
  const [text, ping, pong, gzip, ...more] = await read(Buffer.concat(frames));

  expect(text?.payload.toString()).toBe("é");
  expect([ping?.kind, pong?.kind, pong?.payload.toString()]).toEqual(["ping", "pong", "7"]);
  expect([gzip?.kind, gunzipSync(gzip?.payload ?? "").toString()]).toEqual(["binary", "{}"]);
  expect(more).toEqual([]);
});
