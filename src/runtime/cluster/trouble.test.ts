import { expect, test } from "vitest";
import { Trouble } from "./trouble.ts";

function desk() {
  const said: string[] = [];
  return { said, trouble: new Trouble((sentence) => void said.push(sentence)) };
}

test("what holds on is said once, and another thing at once", () => {
  const { said, trouble } = desk();

  for (const sentence of ["no space", "no space", "no answer", "no answer", "no space"]) {
    trouble.say(sentence);
  }

  expect(said).toEqual(["no space", "no answer", "no space"]);
});

test("what comes back after all was well is said again", () => {
  const { said, trouble } = desk();
  trouble.say("no answer");
  trouble.end();

  trouble.say("no answer");

  expect(said).toEqual(["no answer", "no answer"]);
});

test("a sentence that tells times is said once for what it is about", () => {
  const { said, trouble } = desk();

  for (const seconds of [1, 2, 3]) trouble.say(`late by ${seconds} s`, "clock");
  trouble.say("late by 4 s", "disk");

  expect(said).toEqual(["late by 1 s", "late by 4 s"]);
});
