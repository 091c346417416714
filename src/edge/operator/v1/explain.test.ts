import { expect, test } from "vitest";
import { OperatorDesk, TOKEN } from "../../../../test/support/operator-desk.ts";
import { OperatorApi } from "../operator-api.ts";
import type { ExplainedText } from "./operator.ts";

/** An API whose archivist answers so; and what it was asked. */
function apiWith(answer: ExplainedText | undefined) {
  const desk = new OperatorDesk();
  const asked: string[] = [];
  const explain = async (id: string) => {
    asked.push(id);
    return answer ?? { ok: false, sentence: "" };
  };
  const tools = answer ? { ...desk.options(), explain } : desk.options();
  const api = new OperatorApi({ ...tools, token: TOKEN });
  const get = async (id: string) => {
    const headers = { host: ["127.0.0.1:8081"], authorization: [`Bearer ${TOKEN}`] };
    const target = `/operator/v1/explain?id=${id}`;
    const head = { method: "GET", target, headers, address: "127.0.0.1" };
    const { status, body } = await api.dispatch(head, Buffer.from(""));
    return { status, json: JSON.parse(body) };
  };
  return { get, asked };
}

test("EXPLAIN-ID-1 the archivist's explanation is passed on as it is", async () => {
  const text = '{"found":"nothing","id":"abc","notes":[]}';
  const { get, asked } = apiWith({ ok: true, text });

  expect(await get("abc")).toEqual({ status: 200, json: JSON.parse(text) });
  expect(asked).toEqual(["abc"]);
});

test("EXPLAIN-PACE-1 why there is none now is a sentence", async () => {
  const { get } = apiWith({ ok: false, sentence: "Another explanation is being made." });

  expect(await get("abc")).toEqual({
    status: 503,
    json: { code: -1001, msg: "Another explanation is being made." },
  });
  expect(await apiWith(undefined).get("abc")).toMatchObject({ status: 503 });
});

test.each(["", "a%20b", "%00", "a%3Fb", "a".repeat(65)])(
  "EXPLAIN-ID-1 %j is no id, and the archivist is not asked",
  async (id) => {
    const { get, asked } = apiWith({ ok: true, text: "{}" });

    expect(await get(id)).toMatchObject({ status: 400 });
    expect(asked).toEqual([]);
  },
);
