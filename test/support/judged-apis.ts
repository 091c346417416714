/**
 * The APIs of this process with their judge: whoever imports this file has every reply of every public and every
 * operator's API judged where it is given, on its way to a desk, a listener, a gateway's client or a stream, and so is every
 * message of a stream. What a reply leaves is not changed. test/judge holds the tests to it.
 */
import type { Api, RoutedRequest } from "../../src/edge/http/api.ts";
import { JsonError, JsonNumber } from "../../src/edge/http/json.ts";
import { PublicApi } from "../../src/edge/http/public-api.ts";
import type { Reply } from "../../src/edge/http/reply.ts";
import type { RequestHead } from "../../src/edge/http/request.ts";
import type { StreamCall } from "../../src/edge/http/stream-call.ts";
import { OperatorApi } from "../../src/edge/operator/operator-api.ts";
import { StartingApi } from "../../src/edge/operator/starting-api.ts";
import { type ApiReader, PUBLIC } from "./api-document.ts";
import { judge } from "./judge-reply.ts";
import { OPERATOR_API } from "./operator-document.ts";
import "./judged-streams.ts";

type Asked = Pick<RequestHead, "method" | "target"> & { readonly isCall?: true };
type AnyApi = Api<RoutedRequest<never>>;

/** Of bytes that are no request, or of a handshake: nothing is known. */
const NOTHING: Asked = { method: "", target: "" };
const NO_BYTES = new Uint8Array(0);
/** A refusal goes through `refuse` and through what asked for it. */
const seen = new WeakSet<Reply>();

function see(reader: ApiReader, asked: Asked, body: string | Uint8Array, reply: Reply): Reply {
  if (seen.has(reply)) return reply;
  seen.add(reply);
  const { status, body: text, type } = reply;
  judge({ ...asked, reader, body, status, text, type });
  return reply;
}

function watch(api: AnyApi, reader: ApiReader): void {
  const { admit, answer, refuse } = api;
  const watched: Pick<AnyApi, "admit" | "answer" | "refuse"> = {
    admit(head) {
      const admitted = admit.call(this, head);
      return "status" in admitted ? see(reader, head, NO_BYTES, admitted) : admitted;
    },
    answer(admitted, body) {
      const told = (reply: Reply) => see(reader, admitted.head, body, reply);
      return toldWhole(answer.call(this, admitted, body), told);
    },
    refuse(...refused) {
      return see(reader, refused[2] ?? NOTHING, NO_BYTES, refuse.apply(this, refused));
    },
  };
  Object.assign(api, watched);
}

function watchCalls(api: PublicApi): void {
  const { call } = api;
  api.call = function callAndSee(this: PublicApi, called: StreamCall) {
    const asked: Asked = { method: "POST", target: called.path, isCall: true };
    const told = (reply: Reply) => see(PUBLIC, asked, bodyIn(called), reply);
    return toldWhole(call.call(this, called), told);
  };
}

/** A reply that is known at once stays so. */
function toldWhole(reply: Reply | Promise<Reply>, told: (reply: Reply) => Reply) {
  return "status" in reply ? told(reply) : reply.then(told);
}

/** What a message asks for; one that cannot be read has been refused. */
function bodyIn({ message }: StreamCall): string {
  if (message instanceof JsonError) return "";
  return JSON.stringify(message.get("body") ?? {}, (_, value) => {
    if (value instanceof Map) return Object.fromEntries(value);
    return value instanceof JsonNumber ? Number(value.text) : value;
  });
}

watch(PublicApi.prototype as unknown as AnyApi, PUBLIC);
watchCalls(PublicApi.prototype);
watch(OperatorApi.prototype as unknown as AnyApi, OPERATOR_API);
watch(StartingApi.prototype as unknown as AnyApi, OPERATOR_API);
