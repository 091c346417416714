/**
 * The command line's way to a running server: over the operator's listener, with the token of the
 * data directory. What goes wrong on the way is a sentence that says what to do.
 */
import { request } from "node:http";
import { findOperatorToken, OPERATOR_TOKEN_NAME } from "../../auth/operator-token.ts";
import { type PrivateFiles, privateFiles } from "../../auth/private-files.ts";
import { realDisk } from "../../log/real-disk.ts";
import {
  OPERATOR_ADDRESS_NAME,
  OPERATOR_HOST,
  PREFIX,
  parsePlace,
} from "../../operator/v1/place.ts";

export interface Ask {
  readonly method: "GET" | "POST";
  /** Behind the prefix of the operator's paths. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** What to do when nobody knows whether it was carried out. */
  readonly remedy?: string;
}

export interface Place {
  readonly dataDirectory: string;
  /** Without one, that which the server wrote down, or the usual one. */
  readonly port?: number | undefined;
  readonly portOtherwise?: number | undefined;
}

const PORT_USUAL = 8081;
/** The server gives up waiting for an outcome long before this. */
const ANSWER_MS = 30_000;

/** The text of the reply; anything but a yes is thrown as a sentence. */
export async function ask(place: Place, asked: Ask): Promise<string> {
  const files = privateFiles(realDisk(place.dataDirectory));
  const token = tokenIn(files, place.dataDirectory);
  const port = place.port ?? findPort(files) ?? place.portOtherwise ?? PORT_USUAL;
  const { status, text } = await send({ port, token }, asked).catch((error: unknown) => {
    throw new Error(lostSentence(error, { port, dataDirectory: place.dataDirectory }, asked));
  });
  if (status === 200) return text;
  throw new Error(refusedSentence(status, text, asked));
}

function tokenIn(files: PrivateFiles, dataDirectory: string): string {
  const token = findOperatorToken(files);
  if (token !== undefined) return token;
  const problem = `${dataDirectory} holds no ${OPERATOR_TOKEN_NAME}`;
  const hint = "Name the data directory of the server with --data DIR.";
  throw new Error(`${problem}: no server has been started on it.\n${hint}`);
}

function findPort(files: PrivateFiles): number | undefined {
  return parsePlace(Buffer.from(files.read(OPERATOR_ADDRESS_NAME) ?? "").toString("latin1"));
}

function send(
  { port, token }: { port: number; token: string },
  { method, path, body }: Ask,
): Promise<{ status: number; text: string }> {
  const written = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(written),
  };
  return new Promise((resolve, reject) => {
    const options = { host: OPERATOR_HOST, port, method, path: PREFIX + path, headers };
    const outgoing = request({ ...options, agent: false }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on("data", (piece: Buffer) => pieces.push(piece));
      incoming.on("error", reject);
      incoming.on("end", () => {
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(pieces).toString() });
      });
    });
    outgoing.setTimeout(ANSWER_MS, () => outgoing.destroy(new Error("no answer in time")));
    outgoing.on("error", reject);
    outgoing.end(written);
  });
}

function lostSentence(
  error: unknown,
  { port, dataDirectory }: { port: number; dataDirectory: string },
  asked: Ask,
): string {
  const problem = error instanceof Error ? error.message : `${error}`;
  if (error instanceof Error && "code" in error && error.code === "ECONNREFUSED") {
    const hint = `Start one with: bourse start --data ${dataDirectory}`;
    return `No server listens on ${OPERATOR_HOST}:${port}.\n${hint}`;
  }
  if (asked.method === "GET") return `No answer came (${problem}).`;
  return withRemedy(
    `No answer came (${problem}): it was carried out once or not at all.`,
    asked.remedy,
  );
}

const UNAUTHORIZED = 401;
const TIMEOUT = 504;

function refusedSentence(status: number, text: string, asked: Ask): string {
  if (status === UNAUTHORIZED) {
    const hint = "Name that with --data DIR.";
    return `The server refused the token: it runs on another data directory.\n${hint}`;
  }
  const msg = findMessage(text) ?? `The server answered ${status}, which is not understood.`;
  return status === TIMEOUT ? withRemedy(msg, asked.remedy) : msg;
}

function withRemedy(sentence: string, remedy: string | undefined): string {
  return remedy === undefined ? sentence : `${sentence}\n${remedy}`;
}

function findMessage(text: string): string | undefined {
  try {
    const { msg } = JSON.parse(text);
    return typeof msg === "string" ? msg : undefined;
  } catch {
    return undefined;
  }
}
