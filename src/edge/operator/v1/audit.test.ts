/** The audit over the operator's API: passed on as the archivist made it. */
import { expect, test } from "vitest";
import { OperatorDesk, TOKEN } from "../../../../test/support/operator-desk.ts";
import { OperatorApi } from "../operator-api.ts";
import type { ExplainedText } from "./operator.ts";

async function audited(answer: ExplainedText | undefined) {
  const tools = new OperatorDesk().options();
  const audit = answer && (() => Promise.resolve(answer));
  const api = new OperatorApi({ ...tools, audit, token: TOKEN });
  const headers = { host: ["127.0.0.1:8081"], authorization: [`Bearer ${TOKEN}`] };
  const head = { method: "GET", target: "/operator/v1/audit", headers, address: "127.0.0.1" };
  const { status, body } = await api.dispatch(head, Buffer.from(""));
  return { status, json: JSON.parse(body) };
}

test("CORE-AUDIT-1 the audit that the archivist made is passed on as it is", async () => {
  const text = '{"position":7,"timeMs":1699999200000,"isSolvent":true,"assets":[]}';

  expect(await audited({ ok: true, text })).toEqual({ status: 200, json: JSON.parse(text) });
});

test("CORE-AUDIT-3 why there is none now is a sentence", async () => {
  const sentence = "The archivist is not running now.";

  expect(await audited({ ok: false, sentence })).toEqual({
    status: 503,
    json: { code: -1001, msg: sentence },
  });
  expect(await audited(undefined)).toMatchObject({ status: 503 });
});
