/** What is said about the connection, over streams that do as they are told. */
import { expect, test } from "vitest";
import { ConnectionWatch, type HasStatus } from "./connection-watch.ts";
import type { NewFeedEntry } from "./exchange.ts";

class ToldStream implements HasStatus {
  status: HasStatus["status"] = "waiting";
  readonly #listeners = new Set<() => void>();

  onStatus(tell: () => void): () => void {
    this.#listeners.add(tell);
    return () => void this.#listeners.delete(tell);
  }

  become(status: HasStatus["status"]): void {
    this.status = status;
    for (const tell of this.#listeners) tell();
  }
}

function open() {
  const market = new ToldStream();
  const notes: NewFeedEntry[] = [];
  let nowMs = 0;
  const watch = new ConnectionWatch(
    market,
    (entry) => notes.push(entry),
    () => ++nowMs,
  );
  const said: string[] = [];
  watch.status.follow(() => said.push(watch.status.value));
  return { market, watch, notes, said };
}

test("the first connection is no news; its loss and its return are", () => {
  const { market, notes, said } = open();

  market.become("connecting");
  market.become("open");
  expect(notes).toEqual([]);
  market.become("waiting");
  market.become("connecting");
  market.become("open");

  expect(said).toEqual(["open", "reconnecting", "open"]);
  expect(notes.map(({ text }) => text)).toEqual(["Connection lost", "Connected again"]);
});

test("until it was open once it is connecting, however often it is tried", () => {
  const { market, watch } = open();

  market.become("connecting");
  market.become("waiting");
  market.become("connecting");

  expect(watch.status.value).toBe("connecting");
});

test("signing in disturbs nothing, but an account's stream that is lost counts", () => {
  const { market, watch, said } = open();
  const account = new ToldStream();
  market.become("open");

  watch.join(account);
  account.become("connecting");
  account.become("open");
  expect(said).toEqual(["open"]);
  account.become("waiting");
  account.become("open");

  expect(said).toEqual(["open", "reconnecting", "open"]);
});

test("an account that was left has no more say", () => {
  const { market, watch, said } = open();
  const account = new ToldStream();
  market.become("open");
  watch.join(account);
  account.become("open");

  watch.join(undefined);
  account.become("waiting");

  expect(said).toEqual(["open"]);
});

test("leaving an account whose stream is lost makes the market's the only one that counts", () => {
  const { market, watch } = open();
  const account = new ToldStream();
  market.become("open");
  watch.join(account);
  account.become("open");
  account.become("waiting");

  watch.join(undefined);

  expect(watch.status.value).toBe("open");
});

test("what is shown is of the moment when the connection was lost, until it is there again", () => {
  const { market, watch } = open();
  const told = () => watch.staleSince.value;
  expect(told()).toBeUndefined();

  market.become("open");
  market.become("waiting");
  expect(told()).toBe(1);
  market.become("connecting");
  market.become("waiting");
  expect(told()).toBe(1);
  market.become("open");

  expect(told()).toBeUndefined();
});
