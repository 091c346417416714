/**
 * The operator over one connection that is kept: it goes on where no other can be opened. It can fill
 * the log, since a key with 64 ranges of addresses is the longest command that one request makes.
 */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { OPERATOR_TOKEN_NAME } from "../../src/edge/auth/operator-token.ts";
import { judge } from "./judge-reply.ts";
import { OPERATOR_API } from "./operator-document.ts";
import type { ServerProcess } from "./server-process.ts";

export interface OperatorAnswer {
  readonly status: number;
  readonly text: string;
}

const RANGES = Array.from({ length: 64 }, (_, at) => {
  return `2001:0db8:0000:0000:0000:0000:0000:${String(at).padStart(4, "0")}/128`;
});

export class KeptOperator {
  readonly #port: number;
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor({ directory, operatorPort }: ServerProcess) {
    this.#port = operatorPort;
    this.#token = readFileSync(join(directory, OPERATOR_TOKEN_NAME), "utf8").trim();
  }

  get(path: string): Promise<OperatorAnswer> {
    return this.#send("GET", path, "");
  }

  /** Some 2.9 kB for the log; true when they were taken. */
  async fillLog(user: string): Promise<boolean> {
    const body = JSON.stringify({ user, ip: RANGES });
    const { status, text } = await this.#send("POST", "/operator/v1/keys", body);
    if (status !== 200 && status !== 503) throw new Error(`a key was answered ${status} ${text}`);
    return status === 200;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, body: string): Promise<OperatorAnswer> {
    const sent = {
      Authorization: `Bearer ${this.#token}`,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    };
    const place = { host: "127.0.0.1", port: this.#port, path, method, headers: sent };
    return new Promise((resolve, reject) => {
      const outgoing = request({ ...place, agent: this.#agent }, (incoming) => {
        let text = "";
        incoming.on("data", (piece: Buffer) => {
          text += piece.toString();
        });
        incoming.on("end", () => {
          const { statusCode: status = 0, headers } = incoming;
          const asked = { reader: OPERATOR_API, method, target: path, body };
          judge({ ...asked, status, text, type: headers["content-type"] });
          resolve({ status, text });
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }
}
