/** The saved states of a real sandbox in this process: its replies and refusals are as in the document. */
import { expect, onTestFinished, test } from "vitest";
import { createExchange, OperatorError } from "../../src/create-exchange.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import { problemsOf } from "../support/document-check.ts";
import { OPERATOR_API } from "../support/operator-document.ts";
import "../support/judged-apis.ts";

/** Asks for `POST /reset`, and holds what comes against the document. */
async function openStates() {
  const exchange = await createExchange();
  onTestFinished(() => exchange.close());
  return async (name: string, body = {}): Promise<number> => {
    const [method = "", path = ""] = name.split(" ");
    const operation = OPERATOR_API.operationOf(method, PREFIX + path);
    const { operator } = exchange;
    const reply = await (method === "GET" ? operator.get(path) : operator.post(path, body)).then(
      (json) => ({ status: 200, json }),
      (error: unknown) => {
        if (!(error instanceof OperatorError)) throw error;
        return { status: error.status, json: { code: error.code, msg: error.message } };
      },
    );
    const documented = OPERATOR_API.replyOf(operation, reply.status) ?? expect.fail(name);
    expect(problemsOf(documented.content["application/json"].schema, reply.json)).toEqual([]);
    return reply.status;
  };
}

test("SANDBOX-STATE-1 a state is saved, listed, loaded, removed and reset as in the document", async () => {
  const ask = await openStates();

  expect([
    await ask("POST /states/save", { name: "s-1" }),
    await ask("GET /states"),
    await ask("POST /states/load", { name: "s-1" }),
    await ask("POST /states/remove", { name: "s-1" }),
    await ask("POST /reset"),
  ]).toEqual([200, 200, 200, 200, 200]);
});

test("SANDBOX-STATE-1 what cannot be saved, loaded or removed is refused as in the document", async () => {
  const ask = await openStates();
  await ask("POST /states/save", { name: "s-1" });

  expect([
    await ask("POST /states/save", { name: "s-1" }),
    await ask("POST /states/save", { name: "a b" }),
    await ask("POST /states/load", { name: "none" }),
    await ask("POST /states/remove", { name: "none" }),
  ]).toEqual([409, 400, 404, 404]);
});
