import { expect, test } from "vitest";
import { BourseClient } from "../client.ts";
import type { ClientOptions } from "./options.ts";

const GOOD = { baseUrl: "http://a" };

test.each<readonly [Partial<ClientOptions>, string]>([
  [{ baseUrl: "" }, "baseUrl is not a URL that begins with http:// or https://"],
  [{ baseUrl: "localhost:8080" }, "baseUrl is not a URL"],
  [{ baseUrl: "ftp://a" }, "baseUrl is not a URL"],
  [{ baseUrl: "http://a/?b=1" }, "baseUrl has a query or a fragment"],
  [{ futuresBaseUrl: "a" }, "futuresBaseUrl is not a URL"],
  [{ baseUrl: [] }, "baseUrl is not a list of 1 to 16 addresses"],
  [{ baseUrl: Array.from({ length: 17 }, (_, at) => `http://a${at}`) }, "baseUrl is not a list of"],
  [{ baseUrl: ["http://a", "b"] }, "baseUrl[1] is not a URL"],
  [{ baseUrl: ["http://a", "http://b", "http://a/"] }, "baseUrl has an address twice"],
  [{ futuresBaseUrl: [] }, "futuresBaseUrl is not a list of 1 to 16 addresses"],
  [{ baseUrl: 1 as never }, "baseUrl is not a list of"],
  [{ recvWindow: Number.NaN }, "recvWindow is not a whole number from 0 to 60000"],
  [{ recvWindow: -1 }, "recvWindow is not"],
  [{ recvWindow: 60_001 }, "recvWindow is not"],
  [{ recvWindow: 0.5 }, "recvWindow is not"],
  [{ retries: Number.NaN }, "retries is not a whole number from 0 to 1000"],
  [{ retries: Number.POSITIVE_INFINITY }, "retries is not"],
  [{ timeoutMs: 2 ** 31 }, "timeoutMs is not a whole number from 1 to 2147483647"],
  [{ outcomeMs: Number.NaN }, "outcomeMs is not a whole number from 0 to 2147483647"],
  [{ apiKey: "k", secret: "" }, "secret is empty"],
  [{ apiKey: "", secret: "s" }, "apiKey is empty, or has other than visible ASCII characters"],
  [{ apiKey: "a\nb", secret: "s" }, "apiKey is empty, or"],
])("what a client cannot work with (%j) is said when it is made", (wrong, sentence) => {
  const make = () => new BourseClient({ ...GOOD, ...wrong });

  expect(make).toThrow(TypeError);
  expect(make).toThrow(sentence);
});

test("CLIENT-ADDR-1: one address as a text, and 1 to 16 as a list", () => {
  const many = Array.from({ length: 16 }, (_, at) => `http://a${at}`);

  for (const baseUrl of ["http://a", ["http://a"], many]) {
    expect(() => new BourseClient({ baseUrl })).not.toThrow();
  }
});

test("the ends of each range are good, and so is a path behind the host", () => {
  const least = { recvWindow: 0, retries: 0, timeoutMs: 1, outcomeMs: 0 };
  const most = { recvWindow: 60_000, retries: 1_000, timeoutMs: 2 ** 31 - 1 };

  for (const options of [least, most, { baseUrl: "https://a:1/spot/open/" }]) {
    expect(() => new BourseClient({ ...GOOD, ...options })).not.toThrow();
  }
});
