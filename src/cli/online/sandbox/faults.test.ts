import { expect, test } from "vitest";
import { CliDesk, cli } from "../../../../test/support/cli-desk.ts";

test("SANDBOX-FAULT-5: bourse faults adds rules, lists them in their order and removes them", async () => {
  const desk = await CliDesk.open();
  await desk.typed("user add alice");
  const route = "POST /sapi/v1/order";
  const where = ["--data", desk.directory];

  expect(await desk.typed("faults")).toBe("there are no fault rules");
  const added = await cli([
    ...["faults", "add", route, "504-executed", "--user", "alice"],
    ...["--chance", "0.1", "--seed", "7", "--count", "3", ...where],
  ]);
  expect(added).toEqual({ code: 0, out: `added fault rule 1: 504-executed on ${route}`, err: "" });
  expect(await desk.typed("faults add * latency --ms 250")).toBe(
    "added fault rule 2: latency 250 ms on *",
  );
  expect((await desk.typed("faults")).split("\n")).toEqual([
    "ID  ROUTE                KIND            USER       CHANCE  SEED  ASKED  STRUCK",
    "1   POST /sapi/v1/order  504-executed    alice      0.1     7     0      0 of 3",
    "2   *                    latency 250 ms  everybody  1       2     0      0",
  ]);
  const cancel = ["faults", "add", "/sapi/v1/cancel", "fill-before-cancel", "--by", "alice"];
  expect((await cli([...cancel, ...where])).out).toBe(
    "added fault rule 3: fill-before-cancel by alice on /sapi/v1/cancel",
  );
  const drop = ["faults", "add", "WS my.orders", "drop", ...where];
  expect((await cli(drop)).out).toBe("added fault rule 4: drop on WS my.orders");
  expect(await desk.typed("faults strikes")).toBe("no fault rule has struck");
  expect(await desk.typed("faults remove 1")).toBe("removed fault rule 1");
  expect(await desk.typed("faults clear")).toBe("removed 3 fault rules");
  expect(await desk.typed("faults")).toBe("there are no fault rules");
});

test("what the server refuses is a sentence and a code of 1", async () => {
  const desk = await CliDesk.open();

  const { code, err } = await desk.type("faults remove 4");

  expect(code).toBe(1);
  expect(err).toContain("There is no fault rule of this id.");
});

test("the kinds that the help names are those that the server names", async () => {
  const desk = await CliDesk.open();

  const { err } = await desk.type("faults add * 504-exectued");
  const { out: help } = await cli(["faults", "add", "--help"]);

  const [kinds = "none"] = /KIND is [^.]+(?=\.)/.exec(err) ?? [];
  expect(kinds).toMatch(/^KIND is latency, 429, 418, 503, 504-executed, .* or close$/);
  expect(help).toContain(kinds);
});
