/**
 * Settings that let the operator's listener be reached from other machines are for sandboxes: a token in
 * an environment, over plain HTTP, may turn the clock of play money, and must not move real money.
 * Rules OPER-API-8, OPER-API-9, OPER-API-10.
 */
import { OPERATOR_HOST } from "../../edge/operator/v1/place.ts";
import { type Config, ConfigError } from "./config.ts";

type ReachSettings = Pick<Config, "operatorHost" | "operatorNames" | "operatorToken">;

/** The settings that were given, as the operator knows them. */
function given({ operatorHost, operatorNames, operatorToken }: ReachSettings): string[] {
  return [
    ...(operatorHost === OPERATOR_HOST ? [] : ["--operator-host"]),
    ...(operatorNames.length === 0 ? [] : ["--operator-names"]),
    ...(operatorToken === undefined ? [] : ["BOURSE_OPERATOR_TOKEN"]),
  ];
}

/** Throws when a directory that is no sandbox is given one of them. */
export function checkReach(
  settings: ReachSettings,
  directory: "production" | "sandbox" | "without keys",
): void {
  const [first] = given(settings);
  if (directory === "sandbox" || first === undefined) return;
  const kind =
    directory === "production"
      ? "this directory is a production one"
      : "this directory has no keys of its own, as a sandbox has";
  throw new ConfigError(`${first} is for a sandbox; ${kind}.`);
}
