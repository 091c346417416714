/** A WebSocket for servers in processes of their own: replies to calls are judged as those of HTTP are (STREAM-ORDER-1). */
import { WebSocket } from "ws";
import { PUBLIC } from "./api-document.ts";
import { judge } from "./judge-reply.ts";
import { judgeText } from "./judge-stream.ts";

interface Called {
  readonly op?: string;
  readonly id?: unknown;
  readonly path: string;
  readonly body?: object;
}

export class JudgedSocket extends WebSocket {
  readonly #calls = new Map<unknown, Called>();

  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    this.on("message", (text) => {
      judgeText("/ws", `${text}`);
      this.#hear(JSON.parse(`${text}`));
    });
  }

  override send(text: string): void {
    const said: Called = JSON.parse(text);
    if (said.op === "call") this.#calls.set(said.id, said);
    super.send(text);
  }

  #hear(heard: { type: string; id?: unknown; status: number; body: unknown }): void {
    const called = heard.type === "reply" ? this.#calls.get(heard.id) : undefined;
    if (!called) return;
    judge({
      reader: PUBLIC,
      method: "POST",
      target: called.path,
      body: JSON.stringify(called.body ?? {}),
      status: heard.status,
      text: JSON.stringify(heard.body),
      isCall: true,
    });
  }
}
