/**
 * The command line's way to a running server: over the operator's listener, with the token of the
 * data directory or of the environment (OPER-API-9). What goes wrong on the way is a sentence that says
 * what to do.
 */

import { ServerUnreachable } from "../../app/failure.ts";
import { NoReply, OperatorClient } from "../../client/operator.ts";
import { codeRowOf } from "../../contract/operator/codes.ts";
import { findOperatorToken, OPERATOR_TOKEN_NAME } from "../../edge/auth/operator-token.ts";
import { type PrivateFiles, privateFiles } from "../../edge/auth/private-files.ts";
import {
  hostPort,
  type ListenerPlace,
  OPERATOR_ADDRESS_NAME,
  OPERATOR_HOST,
  parsePlace,
} from "../../edge/operator/v1/place.ts";
import { realDisk } from "../../log/real-disk.ts";
import { UsageError } from "../terminal/usage.ts";
import { plainFetch } from "./plain-fetch.ts";

export interface OperatorAsk {
  readonly method: "GET" | "POST";
  /** Behind the prefix of the operator's paths. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** What the operator does when the outcome is unknown. */
  readonly remedy?: string;
}

export interface Place {
  readonly dataDirectory: string;
  /** Without one, that which the server wrote down, or the usual one. */
  readonly port?: number | undefined;
  readonly portOtherwise?: number | undefined;
  /** Of the environment; without one, that in the data directory. */
  readonly token?: string | undefined;
}

const PORT_USUAL = 8081;

/** The text of the reply; a refusal is thrown as a sentence. */
export async function ask(place: Place, asked: OperatorAsk, fetch = plainFetch): Promise<string> {
  const files = privateFiles(realDisk(place.dataDirectory));
  const token = place.token ?? tokenIn(files, place.dataDirectory);
  const at = listenerOf(place, files);
  const client = new OperatorClient({ baseUrl: `http://${at}`, token, fetch });
  const { status, text } = await client.send(asked).catch((error: unknown) => {
    throw lostError(error, { at, dataDirectory: place.dataDirectory }, asked);
  });
  if (status === 200) return text;
  throw refusedError(status, text, { ...asked, isTokenGiven: place.token !== undefined });
}

/** Where the server of a directory listens, as it stands in an URL. */
export function listenerOf(
  { port, portOtherwise = PORT_USUAL }: Place,
  files: PrivateFiles,
): string {
  const written = findPlace(files);
  const host = written?.host ?? OPERATOR_HOST;
  return hostPort({ host, port: port ?? written?.port ?? portOtherwise });
}

function tokenIn(files: PrivateFiles, dataDirectory: string): string {
  const token = findOperatorToken(files);
  if (token !== undefined) return token;
  if (files.read(OPERATOR_TOKEN_NAME) !== undefined) {
    const damage = `The ${OPERATOR_TOKEN_NAME} in ${dataDirectory} does not hold 64 hex digits`;
    throw new ServerUnreachable(`${damage}: remove it, and the next start makes a new one.`);
  }
  const problem = `${dataDirectory} holds no ${OPERATOR_TOKEN_NAME}`;
  const hint = "Name the data directory of the server with --data DIR.";
  throw new ServerUnreachable(`${problem}: no server has been started on it.\n${hint}`);
}

function findPlace(files: PrivateFiles): ListenerPlace | undefined {
  return parsePlace(Buffer.from(files.read(OPERATOR_ADDRESS_NAME) ?? "").toString("latin1"));
}

interface Called {
  readonly at: string;
  readonly dataDirectory: string;
}

/** No process listens there. */
export function nothingListens({ at, dataDirectory }: Called): ServerUnreachable {
  const hint = `Start one with: bourse start --data ${dataDirectory}`;
  return new ServerUnreachable(`No server listens on ${at}.\n${hint}`);
}

function lostError(error: unknown, called: Called, asked: OperatorAsk): Error {
  const problem = error instanceof Error ? error.message : `${error}`;
  if (error instanceof NoReply && error.system === "ECONNREFUSED") return nothingListens(called);
  if (asked.method === "GET") return new Error(`No answer came (${problem}).`);
  const sentence = `No answer came (${problem}): it was carried out once or not at all.`;
  return new Error(withRemedy(sentence, asked.remedy));
}

const UNAUTHORIZED = 401;
const TIMEOUT = 504;
/** OPER-FUT-7: something was to be given first, so that the line was wrong. */
const NO_INDEX = codeRowOf("NO_INDEX").code;

function refusedError(
  status: number,
  text: string,
  asked: OperatorAsk & { readonly isTokenGiven: boolean },
): Error {
  if (status === UNAUTHORIZED && asked.isTokenGiven) {
    return new ServerUnreachable("The server refused the token in BOURSE_OPERATOR_TOKEN.");
  }
  if (status === UNAUTHORIZED) {
    const hint = "Name that with --data DIR.";
    const problem = "The server refused the token: it runs on another data directory.";
    return new ServerUnreachable(`${problem}\n${hint}`);
  }
  const msg = findMessage(text) ?? `The server answered ${status}, which is not understood.`;
  if (readRefusal(text).code === NO_INDEX) return new UsageError(msg);
  return new Error(status === TIMEOUT ? withRemedy(msg, asked.remedy) : msg);
}

function withRemedy(sentence: string, remedy: string | undefined): string {
  return remedy === undefined ? sentence : `${sentence}\n${remedy}`;
}

/** The sentence of a refusal. */
export function findMessage(text: string): string | undefined {
  const { msg } = readRefusal(text);
  return typeof msg === "string" ? msg : undefined;
}

function readRefusal(text: string): { readonly code?: unknown; readonly msg?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
