/**
 * Dockerfile and Compose file are sound, as far as that can be known without an engine of containers; and
 * each rule of the linters finds the fault that it is there for.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../src/app/settings/config.ts";
import { imageProgram } from "../support/dockerfile.ts";
import { composeProblems } from "./lint-compose.ts";
import { dockerfileProblems } from "./lint-dockerfile.ts";
import { ROOT } from "./settings.ts";

const dockerfile = readFileSync(join(ROOT, "Dockerfile"), "utf8");
const compose = readFileSync(join(ROOT, "ops/compose.yaml"), "utf8");

/** The text with a fault in it; the place of the fault must be there. */
function planted(text: string, from: string | RegExp, to: string): string {
  const faulty = text.replace(from, to);
  expect(faulty, `${from} stands there`).not.toBe(text);
  return faulty;
}

test("the Dockerfile has no problem", () => {
  expect(dockerfileProblems(dockerfile)).toEqual([]);
});

test.each<[string, string | RegExp, string, string]>([
  ["an unknown instruction", "STOPSIGNAL", "STOPSINGAL", "Unknown instruction: STOPSINGAL"],
  ["an unknown flag", "--interval", "--intervall", "Unknown flag: intervall"],
  ["a port that is none", "EXPOSE 8080", "EXPOSE 808o", "Invalid containerPort: 808o"],
  ["single quotes", /ENTRYPOINT .+/, "ENTRYPOINT ['node']", "single quotes"],
  ["two entry points", "STOPSIGNAL SIGTERM", 'ENTRYPOINT ["a"]\nSTOPSIGNAL SIGTERM', "ENTRYPOINT"],
  ["no tag", "node:20-slim AS", "node AS", "FROM node is not pinned"],
  ["the tag latest", /node:20-slim$/m, "node:latest", "FROM node:latest is not pinned"],
  ["ADD", "COPY . .", "ADD . .", "ADD unpacks and downloads"],
  ["a source that is not there", "COPY . .", "COPY source .", "COPY source copies nothing"],
  ["a source that is ignored", "COPY . .", "COPY test .", "COPY test copies nothing"],
  ["a stage that is not there", "--from=build", "--from=built", "COPY --from=built names no stage"],
  ["a download", "RUN node", "RUN curl x | sh; node", "RUN fetches"],
  ["an unknown setting", "BOURSE_PORT=", "BOURSE_PORTS=", "BOURSE_PORTS is no setting"],
  ["a token", "BOURSE_PORT=8080", "BOURSE_OPERATOR_TOKEN=0", "BOURSE_OPERATOR_TOKEN is written"],
  ["an argument for a token", "USER node", "ARG API_KEY=1\nUSER node", "API_KEY is written down"],
  ["root", "USER node", "USER root", "USER is root"],
  ["root by number", "USER node", "USER 0:0", "USER is root"],
  ["no user", "USER node\n", "", "USER is root"],
  ["no health check", /^HEALTHCHECK .+\n.+\n/m, "", "there is no HEALTHCHECK"],
  ["no start period", "--start-period=10m ", "", "HEALTHCHECK has no --start-period"],
  [
    "a health check by a shell",
    /CMD \[.+ready"\]/,
    "CMD bourse ready",
    "HEALTHCHECK is not in exec",
  ],
  [
    "an entry point by a shell",
    /ENTRYPOINT .+/,
    "ENTRYPOINT node x.js",
    "ENTRYPOINT is not in exec",
  ],
  ["a command by a shell", /(ENTRYPOINT .+)/, "$1\nCMD --calm", "CMD is not in exec form"],
  ["a program that is not built", "dist/main.js", "dist/start.js", "dist/start.js, which is not"],
  ["another signal", "SIGTERM", "SIGKILL", "STOPSIGNAL is not SIGTERM"],
  ["no volume", "VOLUME /var/lib/bourse\n", "", "there is no VOLUME"],
])("a Dockerfile with %s is found out", (_, from, to, problem) => {
  const problems = dockerfileProblems(planted(dockerfile, from, to));

  expect(problems).toContainEqual(expect.stringContaining(problem));
});

test("the Compose file has no problem", () => {
  expect(composeProblems(compose, "ops")).toEqual([]);
});

test.each<[string, string | RegExp, string, string]>([
  ["broken YAML", "services:", "services: [", "Flow sequence"],
  ["a key twice", "read_only: true", "read_only: true\n  read_only: true", "must be unique"],
  ["an anchor that is not there", "*exchange", "*exchanges", "Merge sources must be maps"],
  ["an unknown key", "restart:", "restarts:", '"additionalProperty":"restarts"'],
  ["a value of another type", "read_only: true", "read_only: [1]", "/read_only must be"],
  ["the tag latest", /bourse:[\d.]+$/m, "bourse:latest", "image bourse:latest is not pinned"],
  ["a Dockerfile that is not there", "context: ..", "context: .", "no Dockerfile to build"],
  ["an unknown setting", "BOURSE_NO_LIMITS", "BOURSE_LIMITS", "BOURSE_LIMITS is no setting"],
  ["a number for a setting", 'BOURSE_NO_LIMITS: "1"', "BOURSE_NO_LIMITS: 1", "is no text"],
  ["a token", /TOKEN: \$\{.+\}/, `TOKEN: ${"0a".repeat(16)}`, "BOURSE_OPERATOR_TOKEN is written"],
  ["a port for other machines", "127.0.0.1:8081:", "8081:", "8081:8081 is published beyond"],
  ["a volume of no name", '"sandbox:/', '"sand:/', "the volume sand is not declared"],
  ["a secret of no name", "[master-key]", "[key]", "the secret key is not declared"],
  ["a privilege", "read_only: true", "privileged: true", "it is privileged"],
])("a Compose file with %s is found out", (_, from, to, problem) => {
  const problems = composeProblems(planted(compose, from, to), "ops");

  expect(problems).toContainEqual(expect.stringContaining(problem));
});

test("CORE-DIR-2 the image and the services are read by the program as what they are named", () => {
  const { environment } = imageProgram();
  const { services } = parse(compose, { merge: true });
  const token = "0123456789abcdef".repeat(4);
  const of = (name: string, more = {}) =>
    readConfig([], { ...environment, ...services[name].environment, ...more });

  expect(readConfig([], environment)).toMatchObject({ isProduction: true, operatorNames: [] });
  expect(of("production")).toMatchObject({
    isProduction: true,
    masterKeyFile: "/run/secrets/master-key",
    operatorHost: "127.0.0.1",
  });
  expect(of("sandbox", { BOURSE_OPERATOR_TOKEN: token })).toMatchObject({
    isSandbox: true,
    hasDemo: true,
    hasLimits: false,
    operatorHost: "0.0.0.0",
    operatorNames: ["sandbox"],
    operatorToken: token,
  });
});

test("the image that Compose builds has the version of the package", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

  expect(compose).toContain(`image: bourse:${version}\n`);
});
