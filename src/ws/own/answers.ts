/** The answers of `/ws` as text; what a channel tells is written by its topic. */
import type { ValueOf, Written } from "../../contract/field.ts";
import type { Refusal } from "../../contract/refusal.ts";
import {
  CANCEL_SET,
  ERROR,
  HELLO,
  LOGGED_IN,
  PONG,
  REPLY,
  RESYNC,
  SUBSCRIBED,
  UNSUBSCRIBED,
} from "../../contract/streams/answers.ts";
import { writerAround, writerOf } from "../../contract/writer.ts";
import { restText } from "../rest-text.ts";
import type { CallReply } from "./calls.ts";
import type { RequestId } from "./request.ts";

export const helloText = writerOf(HELLO);
export const subscribedText = writerOf(SUBSCRIBED);
export const unsubscribedText = writerOf(UNSUBSCRIBED);
export const resyncText = writerOf(RESYNC);
export const loggedInText = writerOf(LOGGED_IN);
export const pongText = writerOf(PONG);
export const cancelSetText = writerOf(CANCEL_SET);

const errorAround = writerAround(ERROR, "msg");
const replyAround = writerAround(REPLY, "headers", "body");

const REQUEST_ID = "X-Request-Id";

export function errorText(refusal: Refusal, isTalkative: boolean, id: RequestId) {
  const { code } = refusal;
  return errorAround({ type: "error", code, msg: refusal.msgText(isTalkative), id });
}

/** STREAM-ORDER-7: the headers are those of HTTP; the id of the request has a field of its own. */
export function replyText(reply: CallReply, id: string | number): Written<ValueOf<typeof REPLY>> {
  const { [REQUEST_ID]: requestId = "", ...others } = reply.headers;
  return replyAround({
    type: "reply",
    status: reply.status,
    requestId,
    headers: restText(JSON.stringify(others)),
    body: restText(reply.body),
    id,
  });
}
