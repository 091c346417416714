/**
 * What is not judged by the route that its path names: each entry of the two lists is met by a reply that the service
 * really gives, and which would be a problem without it. One that is needed no more goes.
 */
import { expect, test } from "vitest";
import { openApiPage, openApiText } from "../../src/edge/http/openapi/document.ts";
import { PublicApi } from "../../src/edge/http/public-api.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { PUBLIC } from "../support/api-document.ts";
import { CallDesk } from "../support/call-desk.ts";
import { operationIn, problemWith } from "../support/document-check.ts";
import { HttpDesk } from "../support/http-client.ts";
import {
  exchangedOf,
  type Judged,
  PASSED_OVER,
  problemOf,
  UNROUTED,
} from "../support/judge-reply.ts";
import { OperatorDesk } from "../support/operator-desk.ts";
import { OPERATOR_API } from "../support/operator-document.ts";
import {
  CLOSE,
  exchangeBytes,
  openListeningDesk,
  rawHead,
  repliesIn,
} from "../support/raw-http.ts";

const GET = { method: "GET", body: "" } as const;

async function ofOperator(target: string): Promise<Judged> {
  const { status, body: text } = await new OperatorDesk().sendTo("GET", target, "");
  return { ...GET, reader: OPERATOR_API, target, status, text };
}

const MET: Readonly<Record<string, () => Promise<Judged>>> = {
  async "refused by HTTP"() {
    const { port } = await openListeningDesk();
    const target = "/sapi/v1/ping";
    const bytes = rawHead(`GET ${target}`, {}, "Expect: x", CLOSE);
    const [reply] = repliesIn(await exchangeBytes(port, bytes));
    return { ...GET, reader: PUBLIC, target, status: reply?.status ?? 0, text: reply?.body ?? "" };
  },
  async "a call that is none"() {
    const target = "/sapi/v1/order/test";
    const client = new CallDesk(await HttpDesk.open()).client();
    const { status, text } = await client.call(target, {});
    return { method: "POST", body: "{}", reader: PUBLIC, target, status, text, isCall: true };
  },
  "a probe with a query": () => ofOperator("/readyz?verbose"),
  "metrics that nobody counts": () => ofOperator("/metrics"),
  async page() {
    const { exchange, keys, history } = await HttpDesk.open();
    const site = new Map([openApiPage(openApiText(ROUTES))]);
    const report = (error: unknown) => expect.fail(String(error));
    const api = new PublicApi({ exchange, keys, history, report, site });
    const head = { method: "GET", target: "/openapi.json", headers: {}, address: "127.0.0.1" };
    const { status, body: text, type } = await api.dispatch(head, new Uint8Array(0));
    return { ...GET, reader: PUBLIC, target: head.target, status, text, type };
  },
};

test.each(Object.entries({ ...UNROUTED, ...PASSED_OVER }))(
  "%s is met, and would be a problem",
  async (name, { isMet }) => {
    const judged = await (MET[name] ?? expect.fail(name))();

    const { reader } = judged;
    const exchanged = exchangedOf(judged);
    expect(isMet(judged)).toBe(true);
    expect(problemOf(judged)).toBeUndefined();
    expect(problemWith(reader, exchanged, operationIn(reader, exchanged))).toBeDefined();
  },
);
