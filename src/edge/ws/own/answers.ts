/** The answers of `/ws` as text; what a channel tells is written by its topic. */
import type { Shape, ValueOf, Written } from "../../../contract/field.ts";
import type { Refusal } from "../../../contract/refusal.ts";
import { ANSWERS, ERROR, REPLY } from "../../../contract/streams/answers.ts";
import { type Writer, writerAround, writerOf } from "../../../contract/writer.ts";
import { restText } from "../rest-text.ts";
import type { CallReply } from "./calls.ts";
import type { RequestId } from "./request.ts";

type AnswerTexts = {
  readonly [K in keyof typeof ANSWERS]: Writer<ValueOf<(typeof ANSWERS)[K]["shape"]>>;
};

/** What stands in an answer as it is has a function of its own below. */
export const ANSWER_TEXTS = Object.fromEntries(
  Object.entries(ANSWERS).flatMap(([name, { shape }]) =>
    shape === REPLY ? [] : [[name, writerOf<Shape>(shape)]],
  ),
) as Omit<AnswerTexts, "reply">;

const errorAround = writerAround(ERROR, "msg");
const replyAround = writerAround(REPLY, "headers", "body");

const REQUEST_ID = "X-Request-Id";

export function errorText(refusal: Refusal, isTalkative: boolean, id: RequestId) {
  const { code } = refusal;
  return errorAround({ type: "error", code, msg: refusal.msgText(isTalkative), id });
}

/** STREAM-ORDER-7: the headers are those of HTTP; the id of the request has a field of its own. */
export function replyText(reply: CallReply, id: string | number): Written<ValueOf<typeof REPLY>> {
  const { status, headers, body } = reply;
  return replyAround({
    type: "reply",
    status,
    requestId: headers[REQUEST_ID] ?? "",
    headers: restText(headersText(headers)),
    body: restText(body),
    id,
  });
}

/** Written out: an object without the one field would be made for each reply. The name of a header needs no escape. */
function headersText(headers: CallReply["headers"]): string {
  let text = "";
  for (const name in headers) {
    if (name === REQUEST_ID) continue;
    const comma = text === "" ? "" : ",";
    text += `${comma}"${name}":${JSON.stringify(headers[name])}`;
  }
  return `{${text}}`;
}
