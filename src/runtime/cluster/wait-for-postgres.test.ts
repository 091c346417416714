import { expect, test } from "vitest";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import { SqlError, Unanswered, Unreachable } from "../../log/postgres/database.ts";
import { NotSafe } from "../../log/postgres/safety-settings.ts";
import { whenPostgresAnswers } from "./wait-for-postgres.ts";

const MINUTE_MS = 60_000;

/** A start with so much patience that is told these errors, one for each try, and the last for ever. */
async function starting(errors: readonly (Error | undefined)[], patienceMs = 5 * MINUTE_MS) {
  const time = new VirtualTime(0);
  const lines: string[] = [];
  let tries = 0;
  const work = async () => {
    const error = errors[Math.min(tries++, errors.length - 1)];
    if (error) throw error;
    return "answered";
  };
  const now = () => time.monotonicMs();
  const report = (sentence: string) => void lines.push(sentence);
  const ended = whenPostgresAnswers(work, { patienceMs, now, timer: time.timer, report }).catch(
    (error: Error) => error.message,
  );
  // The first try is over.
  await time.pass(0);
  return { time, lines, ended, tries: () => tries };
}

test("CLUSTER-START-1 a start goes on as soon as PostgreSQL answers, and says every ten seconds that it waits", async () => {
  const refused = Array.from({ length: 25 }, () => new Unreachable("connection refused"));
  const { time, lines, ended } = await starting([...refused, undefined]);
  await time.pass(30_000);

  expect(await ended).toBe("answered");
  expect(lines).toEqual(
    [300, 290, 280].map(
      (rest) =>
        `waiting for PostgreSQL, ${rest} s more at most (--wait-for-postgres): connection refused`,
    ),
  );
});

test("CLUSTER-START-1 a start gives up after its patience, with what was wrong last", async () => {
  const { time, lines, ended } = await starting([new Unreachable("connection refused")]);
  await time.pass(5 * MINUTE_MS);

  expect(await ended).toBe("connection refused");
  expect(lines).toHaveLength(30);
});

test("CLUSTER-START-1 without patience it is tried once", async () => {
  const { lines, ended, tries } = await starting([new Unreachable("connection refused")], 0);

  expect([await ended, tries(), lines]).toEqual(["connection refused", 1, []]);
});

test.each([
  ["a server that is coming up", new Unreachable("the database system is starting up")],
  ["a server that falls silent", new Unanswered("the server said nothing for 2 s")],
  ["a standby, which may be promoted", new NotSafe("PostgreSQL is a standby here")],
  ["a server that cannot now", new SqlError("53100", "disk full")],
])("CLUSTER-START-1 it waits for %s", async (_, error) => {
  const { time, ended } = await starting([error, undefined]);
  await time.pass(1_000);

  expect(await ended).toBe("answered");
});

test.each([
  ["a wrong password", new Unreachable("password authentication failed", { isLasting: true })],
  ["an unsafe setting", new NotSafe("PostgreSQL has fsync off", { isLasting: true })],
  ["anything else", new TypeError("undefined is not a function")],
])("CLUSTER-START-1 it does not wait for %s to change", async (_, error) => {
  const { ended, tries } = await starting([error]);

  expect([await ended, tries()]).toEqual([error.message, 1]);
});
