/** What a parameter says that holds without it does hold: it is in the reply of what was made without. */
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { ADD_CONTRACT } from "../../src/contract/operator/futures/contracts.ts";
import { ADD_ASSET } from "../../src/contract/operator/market/assets.ts";
import { ADD_SYMBOL } from "../../src/contract/operator/market/symbols.ts";
import type { DeclaredRequest } from "../../src/contract/operator/request.ts";
import type { TypedForm } from "../../src/contract/operator/typed.ts";
import { requestSchemaOf } from "../support/api-document.ts";
import { BTCUSDT, OperatorDesk } from "../support/operator-desk.ts";
import { OPERATOR_API } from "../support/operator-document.ts";

/** The last word before `without it`, where it is a figure or a name in capitals. */
const USUAL = /([0-9.]+|[A-Z_]{3,})(?: days)? without it\.$/;
const DAY_MS = 86_400_000;

function usualOf(name: string): Record<string, string> {
  const operation = OPERATOR_API.operationNamed(name) ?? expect.fail(name);
  const entries = Object.entries(requestSchemaOf(operation).properties ?? {});
  return Object.fromEntries(
    entries.flatMap(([parameter, { description = "", default: usual }]) => {
      const said = USUAL.exec(description)?.[1] ?? usual;
      const value = description.includes(" days without") ? Number(said) * DAY_MS : said;
      return said === undefined ? [] : [[parameter, `${value}`]];
    }),
  );
}

/** By parameter, what the help of a command says that holds without it, where it is one word. */
function typedUsualOf({ parameters, commands }: DeclaredRequest): Record<string, string> {
  const help = COMMANDS.find(({ name }) => name === commands[0]?.words) ?? expect.fail();
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, { typed }]) => {
      const option = typed.kind === "option" ? help.options[typed.flag] : undefined;
      const [, said] = /; (\S+) without it/.exec(option?.says ?? "") ?? [];
      return said === undefined
        ? []
        : [[name, meantBy(said, typed.kind === "option" ? typed.as : undefined)]];
    }),
  );
}

/** Where the help has another word than the reply. */
function meantBy(said: string, as: TypedForm | undefined): string {
  if (as === "days") return `${Number(said) * DAY_MS}`;
  if (as === "capitals") return said.toUpperCase();
  return said === "off" ? "0" : said;
}

async function deskToList(): Promise<OperatorDesk> {
  const desk = new OperatorDesk();
  for (const name of ["BTC", "USDT"]) await desk.done("/assets", { name });
  await desk.done("/index", { asset: "BTC", price: "20000" });
  return desk;
}

test.each([
  ["symbol add", ADD_SYMBOL, BTCUSDT, 9],
  ["contract add", ADD_CONTRACT, { name: "E-BTC-USDT" }, 15],
  ["asset add", ADD_ASSET, { name: "ETH" }, 1],
])("bourse %s has what its help says without a word", async (_, declared, asked, least) => {
  const usual = typedUsualOf(declared);
  const desk = await deskToList();

  const made = await desk.done(declared.path, asked);

  expect(Object.keys(usual).length).toBeGreaterThanOrEqual(least);
  const held = Object.keys(usual).map((name) => [name, `${made[name]}`]);
  expect(Object.fromEntries(held)).toEqual(usual);
});

test("SPOT-SYM-3 a default that depends on the rules is told with the version that changed it", async () => {
  const says = COMMANDS.find(({ name }) => name === "symbol add")?.options["--max-open-orders"]
    ?.says;
  const told = /; (\d+) without it, (\d+) by rules before version (\d+)$/.exec(says ?? "");
  const [now, before, version] = (told ?? expect.fail(says)).slice(1).map(Number);
  const madeBy = async (rules: number) => {
    const desk = await deskToList();
    desk.exchange.state.rules = rules;
    return (await desk.done("/symbols", BTCUSDT)).maxOpenOrders;
  };

  const made = [await madeBy(version ?? 0), await madeBy((version ?? 0) - 1)];

  expect(made).toEqual([now, before]);
});

test.each([
  [
    "/symbols",
    { name: "BTCUSDT", base: "BTC", quote: "USDT", pricePrecision: 2, quantityPrecision: 5 },
    7,
  ],
  ["/contracts", { name: "E-BTC-USDT" }, 15],
  ["/assets", { name: "ETH" }, 1],
])("POST %s has what it says without a word", async (path, asked, least) => {
  const usual = usualOf(`POST /operator/v1${path}`);
  const desk = await deskToList();

  const made = await desk.done(path, asked);

  expect(Object.keys(usual).length).toBeGreaterThanOrEqual(least);
  const held = Object.keys(usual).map((name) => [name, `${made[name]}`]);
  expect(Object.fromEntries(held)).toEqual(usual);
});
