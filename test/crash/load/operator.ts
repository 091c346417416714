/** The operator's API of a real server, as a client meets it: an answer, or none. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OPERATOR_TOKEN_NAME } from "../../../src/edge/auth/operator-token.ts";
import { judgedFetch } from "../../support/judged-fetch.ts";
import type { ServerProcess } from "../../support/server-process.ts";
import type { HttpAnswer } from "../../support/signed-client.ts";

export class Operator {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ operatorPort, directory }: Pick<ServerProcess, "operatorPort" | "directory">) {
    const token = readFileSync(join(directory, OPERATOR_TOKEN_NAME), "utf8").trim();
    this.#url = `http://127.0.0.1:${operatorPort}/operator/v1`;
    this.#headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  }

  /** Undefined when the connection broke before an answer came. */
  async post(path: string, body: unknown = {}): Promise<HttpAnswer | undefined> {
    try {
      const options = { method: "POST", headers: this.#headers, body: JSON.stringify(body) };
      const reply = await judgedFetch(this.#url + path, options);
      return { status: reply.status, json: JSON.parse(await reply.text()), headers: {} };
    } catch {
      return undefined;
    }
  }

  /** What nothing disturbs, and nothing works without. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server wrote.
  async must(path: string, body: unknown = {}): Promise<any> {
    const answer = await this.post(path, body);
    if (answer?.status === 200) return answer.json;
    throw new Error(`${path} got ${JSON.stringify(answer ?? "no answer")}`);
  }
}
