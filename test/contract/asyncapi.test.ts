/** The document of the streams: whole, true to itself, and with an example of every message that its own form allows. */
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import {
  KLINE_API_CHANNELS,
  MY_CHANNELS,
  PUBLIC_CHANNELS,
} from "../../src/contract/streams/channels.ts";
import { STREAM_MESSAGES } from "../../src/contract/streams/messages.ts";
import { asyncApiPage, asyncApiText } from "../../src/edge/http/asyncapi/document.ts";
import { openApiPage } from "../../src/edge/http/openapi/document.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { siteOf } from "../../src/edge/public/site-of.ts";

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly payload: object;
  readonly examples: readonly { readonly payload: unknown }[];
}
interface Ref {
  readonly $ref: string;
}
interface Operation {
  readonly action: string;
  readonly channel: Ref;
  readonly messages: readonly Ref[];
  readonly reply?: { readonly channel: Ref; readonly messages: readonly Ref[] };
}
interface AsyncApi {
  readonly asyncapi: string;
  readonly channels: Readonly<
    Record<string, { address: string | null; servers: Ref[]; messages: Record<string, Ref> }>
  >;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
}

const document: AsyncApi = JSON.parse(asyncApiText());

/** Every reference in a value. */
function* refsIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  if ("$ref" in value && typeof value.$ref === "string") yield value.$ref;
  for (const one of Object.values(value)) yield* refsIn(one);
}

function find(pointer: string): unknown {
  const [root, ...steps] = pointer.split("/");
  if (root !== "#") return undefined;
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document);
}

test("STREAM-DOC-1 every reference of the AsyncAPI document leads somewhere", () => {
  const refs = [...refsIn(document)];

  expect(refs.filter((ref) => find(ref) === undefined)).toEqual([]);
  expect(refs.length).toBeGreaterThan(100);
  expect(document.asyncapi).toBe("3.0.0");
});

test("STREAM-DOC-1 every channel of the contract is in it, and every message is on a channel", () => {
  const own = { ...PUBLIC_CHANNELS, ...MY_CHANNELS };
  const names = [
    ...Object.keys(own),
    ...Object.keys(KLINE_API_CHANNELS).map((kind) => `klineApi.${kind}`),
  ];
  const { own: _, klineApi, ...told } = document.channels;
  const onChannels = Object.values(document.channels).flatMap(({ messages }) =>
    Object.keys(messages),
  );

  expect(Object.keys(told)).toEqual(names);
  expect(klineApi?.address).toBe(null);
  expect(document.channels["kline"]?.address).toBe("kline:{name}:{interval}");
  expect(new Set(onChannels)).toEqual(new Set(Object.keys(STREAM_MESSAGES)));
  expect(Object.keys(document.components.messages)).toEqual(Object.keys(STREAM_MESSAGES));
});

test("STREAM-DOC-1 the messages of an operation, and of its reply, are messages of the channel it names", () => {
  const strange = Object.entries(document.operations).flatMap(
    ([name, { channel, messages, reply }]) => [
      ...messages
        .filter(({ $ref }) => !$ref.startsWith(`${channel.$ref}/messages/`))
        .map(() => name),
      ...(reply?.messages ?? [])
        .filter(({ $ref }) => !$ref.startsWith(`${reply?.channel.$ref}/messages/`))
        .map(() => name),
    ],
  );

  expect(strange).toEqual([]);
  expect(document.operations["call"]?.reply?.messages).toHaveLength(2);
});

test("STREAM-DOC-1 every message has an example, valid by the form that stands beside it", () => {
  const ajv = new Ajv({ allowUnionTypes: true, strictTuples: false });
  ajv.addFormat("decimal", true);
  ajv.addFormat("unix-ms", true);
  const wrong = Object.values(document.components.messages).flatMap(
    ({ name, payload, examples }) => {
      const validate = ajv.compile(payload);
      const isShown = examples.length === 1 && examples.every((one) => validate(one.payload));
      return isShown ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`];
    },
  );

  expect(wrong).toEqual([]);
});

test("STREAM-DOC-1 the page is the document, as JSON, at /asyncapi.json, with the headers of the other document", () => {
  const [path, page] = asyncApiPage(asyncApiText());
  const [, other] = openApiPage("{}");

  expect([path, page.type, page.headers]).toEqual(["/asyncapi.json", other.type, other.headers]);
  expect(siteOf(ROUTES).get(path)?.body).toBe(page.body);
});
