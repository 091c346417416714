/** The judge of what a client hears on a stream, of whichever process: the contract. */
import type { StreamPath } from "../../src/contract/streams/message.ts";
import { tellProblem } from "./judge-reply.ts";
import { streamProblem } from "./stream-contract.ts";

export function judgeText(path: StreamPath, text: string): void {
  const problem = streamProblem(path, "server", text);
  if (problem !== undefined) tellProblem(problem);
}
