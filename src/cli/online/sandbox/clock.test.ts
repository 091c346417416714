import { expect, test } from "vitest";
import { CliDesk, cli } from "../../../../test/support/cli-desk.ts";

test("SANDBOX-CLOCK-2: a clock that runs is not advanced, and the line says how to stop it", async () => {
  const desk = await CliDesk.open();

  const { code, err } = await desk.type("clock advance 1h");

  expect(code).toBe(1);
  expect(err).toContain("The clock runs; freeze it first: bourse clock freeze.");
});

test("SANDBOX-CLOCK-2: a frozen clock is led on by a duration, or to a time", async () => {
  const desk = await CliDesk.open();
  await desk.typed("clock freeze");
  const frozen = JSON.parse(await desk.typed("clock --json"));
  const ahead = new Date(frozen.engineTime + 7_200_000).toISOString();

  expect(await desk.typed("clock advance 1h --no-wait")).toContain(
    `on its way to ${new Date(frozen.engineTime + 3_600_000).toISOString()}`,
  );
  expect(await desk.typed(`clock advance ${ahead} --no-wait`)).toContain(`on its way to ${ahead}`);
  expect((await desk.type("clock advance 2001-09-09T01:47Z")).err).toContain("forward only");
});

test("what is neither a duration nor a time is refused before the server is asked", async () => {
  const { code, err } = await cli(["clock", "advance", "tomorrow"]);

  expect(code).toBe(2);
  expect(err).toContain("a duration is 500ms, 30s, 15m, 8h, 1d or several of them; a time is ");
});
