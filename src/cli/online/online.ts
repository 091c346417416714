/**
 * A command that asks a running server: a request of the operator as it is declared, and a few lines made of
 * the reply. All of them take the same options for where the server is, and `--json`; what a reply warns of goes to stderr.
 */

import { directoryName } from "../../app/directory-name.ts";
import { type Environment, readPlace } from "../../app/settings/config.ts";
import type { AskedFirst, DeclaredRequest } from "../../contract/operator/request.ts";
import type { Flag, TypedTable } from "../../contract/operator/typed.ts";
import { type CliCommand, command, type Options, type Terminal } from "../terminal/command.ts";
import type { Retyped } from "../terminal/consent.ts";
import { UsageError } from "../terminal/usage.ts";
import {
  commandOf,
  optionsOf,
  parametersOf,
  type TypedValues,
  takesOf,
} from "../typed/typed-line.ts";
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
  readonly unless: Flag;
}

const ASK_AGAIN_MS = 100;

/** What the declaration of a request does not say of its command. */
interface ByHand<R> {
  /** The reply, for people. */
  show(reply: R): readonly string[];
  /** Options that are no parameters. */
  readonly options?: Options;
  /** Throws at what need not be sent. */
  check?(parameters: Parameters): void;
  /** What the operator does when the outcome is unknown. */
  remedy?(parameters: Parameters): string;
  /** Where the reply is only a beginning: the server is asked again until it is done. */
  readonly until?: Until<R>;
  readonly walk?: Walk<R>;
}

/** All pages one after the other, each printed as it comes. */
interface Walk<R> {
  /** The option that asks for it. */
  readonly by: Flag;
  readonly first: Parameters;
  readonly head: string;
  show(reply: R): readonly string[];
  /** What asks for the next page, until there is none. */
  next(reply: R): Parameters | undefined;
}

type Parameters = Readonly<Record<string, unknown>>;

/** The command of a request, by its words. */
export function online<R, W extends string>(
  request: DeclaredRequest<TypedTable, R, W>,
  words: NoInfer<W>,
  { show, options = {}, check, remedy, until, walk }: ByHand<R>,
): CliCommand {
  const typed = commandOf(request, words);
  return command({
    name: words,
    says: typed.says,
    takes: takesOf(request, typed),
    options: { ...optionsOf(request, typed), ...options, ...ONLINE_OPTIONS },
    retyped: typed.asksFirst && retypedOf(request, typed.asksFirst),
    async run(values, terminal) {
      const place = placeOf(values, terminal);
      const parameters = parametersOf(request, typed, values);
      check?.(parameters);
      if (walk && values[walk.by] !== undefined) {
        await walkAlong(walk, terminal, (more) =>
          ask(place, askOf(request, { ...parameters, ...more })),
        );
        return;
      }
      const first = await ask(place, askOf(request, parameters, remedy?.(parameters)));
      const text = await askAgain(place, first, values, until);
      const isRaw = values["--json"] !== undefined;
      const reply = JSON.parse(text);
      for (const line of isRaw ? [text] : show(reply)) terminal.out(line);
      if (reply.warning !== undefined) terminal.err(`warning: ${reply.warning}`);
    },
  });
}

/** A GET has its parameters in the query, a POST in its body. */
export function askOf(
  { method, path }: Pick<DeclaredRequest, "method" | "path">,
  parameters: Parameters = {},
  remedy?: string,
): OperatorAsk {
  if (method === "GET") return { method, path: path + queryOf(parameters) };
  return { method, path, body: parameters, ...(remedy === undefined ? {} : { remedy }) };
}

/** OPER-ASK-1 */
function retypedOf(
  { parameters }: DeclaredRequest,
  { of: names, asks, ...words }: AskedFirst,
): Retyped<TypedValues> {
  if (names === "directory") {
    return { ...words, of: (values, environment) => directoryOf(values, environment) };
  }
  const places = names.flatMap((name) => {
    const typed = parameters[name]?.typed;
    if (typed?.kind === "word") return [typed.word];
    return typed?.kind === "option" ? [typed.flag] : [];
  });
  return {
    ...words,
    of(values) {
      const given = places.map((place) => values[place]).find((value) => value !== undefined);
      if (given !== undefined) return given;
      throw new UsageError(`${asks} give ${places.slice(0, -1).join(", ")} or ${places.at(-1)}`);
    },
  };
}

/** What is typed again where all that a server has is at stake. */
function directoryOf(values: TypedValues, environment: Environment | undefined): string {
  return directoryName(placeOf(values, { environment }).dataDirectory);
}

async function walkAlong<R>(
  { head, first, show, next }: Walk<R>,
  terminal: Pick<Terminal, "out">,
  askFor: (more: Parameters) => Promise<string>,
): Promise<void> {
  terminal.out(head);
  for (let more: Parameters | undefined = first; more !== undefined; ) {
    const reply: R = JSON.parse(await askFor(more));
    for (const line of show(reply)) terminal.out(line);
    more = next(reply);
  }
}

async function askAgain<R>(
  place: Place,
  first: string,
  values: TypedValues,
  until: Until<R> | undefined,
): Promise<string> {
  if (!until || values[until.unless] !== undefined) return first;
  let text = first;
  while (!until.isDone(JSON.parse(text))) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    text = await ask(place, until.ask);
  }
  return text;
}

export function placeOf(
  values: TypedValues,
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

function portOf(written: string): number {
  const port = /^[0-9]{1,5}$/.test(written) ? Number(written) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--operator-port is a whole number from 1 to 65535, not ${written}`);
}

/** The query of a GET, of what was given. */
function queryOf(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(`${value}`)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** The hint below a page that is not the last. */
export function moreBehind(next: number | undefined): readonly string[] {
  return next === undefined ? [] : [`There may be more: --after ${next}`];
}
