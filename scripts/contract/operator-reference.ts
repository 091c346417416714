/**
 * The page docs/operator-api.md, made from the table of the operator's listener: every request with its
 * parameters, its reply and the refusals of its own. `npm run generate` writes
 * it, and a test holds it against the table.
 */

import type { Shape } from "../../src/contract/field.ts";
import { shapeOf } from "../../src/contract/list-forms.ts";
import { codeRowOf } from "../../src/contract/operator/codes.ts";
import { OPERATOR_TAGS } from "../../src/contract/operator/request.ts";
import type { PossibleCode } from "../../src/edge/http/openapi/reply.ts";
import {
  codesOf,
  type OperatorDocumented,
} from "../../src/edge/operator/openapi/possible-codes.ts";
import { OPERATOR_REPLIES } from "../../src/edge/operator/openapi/replies.ts";
import { OPERATOR_DOCUMENTED } from "../../src/edge/operator/page.ts";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";
import { formWords } from "./form-words.ts";
import { tableOf } from "./markdown.ts";

export const REFERENCE_PAGE = "docs/operator-api.md";

const INTRODUCTION = `# The operator's API

Every request of the operator's listener, which is on 127.0.0.1 unless a sandbox is told otherwise. This page is made from the
table that the listener serves by; a running server shows the same at \`/openapi.json\` for programs, without a
token. [cli.md](cli.md) tells the commands that send them, and [rules/operator.md](rules/operator.md) says what holds.

Every request but the two probes shows the token of \`DIR/operator-token\` as \`Authorization: Bearer\`. A GET has
its parameters in the query, a POST in a JSON object as its body; \`?\` marks what may be left out. Figures are
sent as JSON numbers or as strings, and come as decimal text. In a reply \`?\` marks what is left out where there
is nothing to say; what stands deeper than two levels is in \`/openapi.json\`.

A refusal is \`{"code": ..., "msg": ...}\`. Codes are stable, messages may improve. A request that says _waits for a
command_ changes something in the log: after 504 it was carried out once or not at all, and the message says how
to go on.
`;

export function referencePage(): string {
  const tags = Object.entries(OPERATOR_TAGS).map(([tag, holds]) => {
    const own = OPERATOR_DOCUMENTED.filter(({ about }) => about.tag === tag);
    return [`## ${titleOf(tag)}`, holds, ...own.map(sectionOf)].join("\n\n");
  });
  return `${[INTRODUCTION.trim(), indexOfAll(), refusalsOfAll(), ...tags].join("\n\n")}\n`;
}

function titleOf(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1);
}

function indexOfAll(): string {
  const rows = OPERATOR_DOCUMENTED.map(({ method, path, about }) => [
    `[${method} ${path}](#${anchorOf(`${method} ${path}`)})`,
    about.summary,
  ]);
  return `## Requests\n\n${tableOf(["request", "what it does"], rows)}`;
}

/** As the sites that show such pages make them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}

/** Every status and code once. */
function refusalsOfAll(): string {
  const rows = new Map<string, readonly string[]>();
  for (const route of OPERATOR_DOCUMENTED) {
    for (const [status, codes] of codesOf(route)) {
      for (const one of codes) rows.set(`${status} ${one.code}`, cellsOf(status, one));
    }
  }
  const sorted = [...rows.values()].sort(byStatusAndCode);
  return `## Refusals\n\n${tableOf(["status", "code", "means"], sorted)}`;
}

/** Of a body that is not looked into, the status says more than its code. */
const BY_STATUS: ReadonlySet<number> = new Set([413, 415]);

function cellsOf(status: number, one: PossibleCode): readonly string[] {
  const { description } = OPERATOR_REPLIES.refusalOf(status, [one]);
  return [`${status}`, `${one.code}`, BY_STATUS.has(status) ? description : one.meaning];
}

function byStatusAndCode(a: readonly string[], b: readonly string[]): number {
  return Number(a[0]) - Number(b[0]) || Number(b[1]) - Number(a[1]);
}

function sectionOf(route: OperatorDocumented): string {
  const { method, path, about, isOpen } = route;
  const marks = [
    ...(isOpen ? ["needs no token"] : []),
    ...(about.waitsFor ? ["waits for a command"] : []),
  ];
  const said = `${about.summary}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}.`;
  const parts = [`### ${method} ${path}`, [said, about.description ?? ""].join(" ").trim()];
  const tables = [...parametersOf(route), ...replyOf(route), ...ownRefusals(route)];
  return [...parts, ...typedAs(route), ...tables].join("\n\n");
}

/** The commands that send it. */
function typedAs({ path, method }: OperatorDocumented): string[] {
  const route = OPERATOR_ROUTES.find((one) => one.method === method && one.path === path);
  const words = route?.commands.map((command) => `\`bourse ${command.words}\``) ?? [];
  return words.length === 0 ? [] : [`Typed as ${words.join(" or ")}.`];
}

function parametersOf({ parameters }: OperatorDocumented): string[] {
  const rows = fieldRows(shapeOf(parameters), "", 2);
  return rows.length === 0 ? [] : [tableOf(["parameter", "form", "what it is"], rows)];
}

function replyOf(route: OperatorDocumented): string[] {
  const { reply } = route.about;
  const first = OPERATOR_DOCUMENTED.find(({ about }) => about.reply === reply) ?? route;
  if (first !== route) return [`The reply is that of \`${first.method} ${first.path}\`.`];
  const rows = fieldRows(reply, "", 2);
  if (rows.length > 0) return [tableOf(["reply", "form", "what it is"], rows)];
  return [`The reply is ${reply.description ?? "nothing but that it was done"}.`];
}

/** The fields of an object and, so deep, of what is in them; of several kinds all of them. */
function fieldRows(shape: Shape, place: string, depth: number): string[][] {
  if (depth === 0) return [];
  const kinds = shape.oneOf?.filter(({ properties }) => properties) ?? [shape];
  const names = new Set(kinds.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const fields = kinds.flatMap(({ properties }) => properties?.[name] ?? []);
    const mark = kinds.every(({ required }) => required?.includes(name)) ? "" : "?";
    const says = [...new Set(fields.map(({ description = "" }) => description))].join("; ");
    const row = [`\`${place}${name}\`${mark}`, formWords({ oneOf: fields }), says];
    return [row, ...insideOf(fields[0] ?? {}, `${place}${name}`, depth - 1)];
  });
}

function insideOf(field: Shape, place: string, depth: number): string[][] {
  if (field.items) return fieldRows(field.items, `${place}[].`, depth);
  return field.type === "object" ? fieldRows(field, `${place}.`, depth) : [];
}

function ownRefusals({ about: { codes = [] } }: OperatorDocumented): string[] {
  if (codes.length === 0) return [];
  const rows = codes.map((name) => [`${codeRowOf(name).status}`, `${codeRowOf(name).code}`]);
  const told = rows.sort(byStatusAndCode).map((row) => row.join(" "));
  return [`Refusals of its own: ${told.join(", ")}.`];
}
