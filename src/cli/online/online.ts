/**
 * A command that asks a running server: a request made of its arguments, and a few lines made of
 * the reply. All of them take the same options for where the server is, and `--json`; what a reply warns of goes to stderr.
 */
import { type Environment, readPlace } from "../../app/config.ts";
import { directoryName } from "../../app/directory-name.ts";
import { type CliCommand, command, type Options, type Values } from "../terminal/command.ts";
import type { Retyped } from "../terminal/consent.ts";
import { UsageError } from "../terminal/usage.ts";
import { ask, type OperatorAsk, type Place } from "./operator-client.ts";

export const ONLINE_OPTIONS = {
  "--data": { value: "DIR", says: "data directory of the server; BOURSE_DATA or ./data" },
  "--operator-port": { value: "N", says: "port of its operator; as written in DIR, or 8081" },
  "--json": { says: "print the reply as it came" },
} as const satisfies Options;

interface Until<R> {
  readonly ask: OperatorAsk;
  isDone(reply: R): boolean;
  /** The option with which the command does not wait. */
  readonly unless: `--${string}`;
}

const ASK_AGAIN_MS = 100;

type Online<T extends readonly string[], O extends Options> = Values<T, O> &
  Values<[], typeof ONLINE_OPTIONS>;

interface Declared<T extends readonly string[], O extends Options, R> {
  readonly name: string;
  readonly says: string;
  readonly takes: T;
  readonly options: O;
  /** OPER-ASK-1: what is typed again before the server is asked. */
  readonly retyped?: Retyped<Online<T, O>>;
  ask(values: Values<T, O>): OperatorAsk;
  /** Where the reply is only a beginning: the server is asked again until it is done. */
  readonly until?: Until<R>;
  /** The reply, for people. */
  show(reply: R): readonly string[];
}

export function online<const T extends readonly string[], const O extends Options, R>(
  declared: Declared<T, O, R>,
): CliCommand {
  const { name, says, takes, retyped } = declared;
  const options = { ...declared.options, ...ONLINE_OPTIONS };
  return command({
    name,
    says,
    takes,
    options,
    retyped: retyped as Retyped<object> | undefined,
    async run(values, terminal) {
      const place = placeOf(values as Values<[], typeof ONLINE_OPTIONS>, terminal);
      const first = await ask(place, declared.ask(values as unknown as Values<T, O>));
      const text = await askAgain(place, first, values, declared.until);
      const isRaw = (values as Values<[], typeof ONLINE_OPTIONS>)["--json"] !== undefined;
      const reply = JSON.parse(text);
      for (const line of isRaw ? [text] : declared.show(reply)) terminal.out(line);
      if (reply.warning !== undefined) terminal.err(`warning: ${reply.warning}`);
    },
  });
}

async function askAgain<R>(
  place: Place,
  first: string,
  values: object,
  until: Until<R> | undefined,
): Promise<string> {
  if (!until || (values as Record<string, unknown>)[until.unless] !== undefined) return first;
  let text = first;
  while (!until.isDone(JSON.parse(text))) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    text = await ask(place, until.ask);
  }
  return text;
}

export function placeOf(
  values: Values<[], typeof ONLINE_OPTIONS>,
  { environment }: { readonly environment?: Environment | undefined },
): Place {
  const place = readPlace(environment);
  const { "--data": dataDirectory = place.dataDirectory, "--operator-port": port } = values;
  return {
    dataDirectory,
    port: port === undefined ? undefined : portOf(port),
    portOtherwise: place.operatorPort,
    token: place.operatorToken,
  };
}

/** What is typed again where all that a server has is at stake. */
export const THE_DIRECTORY: Retyped<Values<[], typeof ONLINE_OPTIONS>> = {
  says: "the name of the data directory",
  of: (values, environment) => directoryName(placeOf(values, { environment }).dataDirectory),
};

function portOf(written: string): number {
  const port = /^[0-9]{1,5}$/.test(written) ? Number(written) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--operator-port is a whole number from 1 to 65535, not ${written}`);
}

export function post(
  path: string,
  body: OperatorAsk["body"] & object,
  remedy?: string,
): OperatorAsk {
  return { method: "POST", path, body, ...(remedy === undefined ? {} : { remedy }) };
}

export function get(path: string): OperatorAsk {
  return { method: "GET", path };
}

/** The query of a GET, of what was given. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value = ""]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** USER-LIST-1: the option of a list that is told in pages. */
export const AFTER = { value: "N", says: "go on behind this number; from the first without it" };

/** The hint below a page that is not the last. */
export function moreBehind(next: number | undefined): readonly string[] {
  return next === undefined ? [] : [`There may be more: --after ${next}`];
}
