import { cpus } from "node:os";
import { expect, test } from "vitest";
import { ConfigError, forgetSecrets, GATEWAYS_MAX, readConfig, readPlace } from "./config.ts";

const TOKEN = "0123456789abcdef".repeat(2);

test("without flags and environment the defaults hold, and cannot be changed", () => {
  const config = readConfig([], {});

  expect(config).toEqual({
    port: 8080,
    host: "127.0.0.1",
    operatorPort: 8081,
    operatorHost: "127.0.0.1",
    operatorNames: [],
    operatorToken: undefined,
    dataDirectory: "./data",
    isProduction: false,
    isSandbox: false,
    hasDemo: true,
    hasTraders: true,
    isCalm: false,
    isDemoExposed: false,
    hasLimits: true,
    trustedProxies: [],
    tls: undefined,
    masterKeyFile: undefined,
    oldMasterKeyFile: undefined,
    acceptsClockBehind: false,
    logLevel: "info",
    segmentBytes: undefined,
    snapshotEvery: 500_000,
    gateways: 0,
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test("a flag wins over the environment, which wins over the default", () => {
  const environment = {
    BOURSE_PORT: "1",
    BOURSE_HOST: "::1",
    BOURSE_DATA: "",
    BOURSE_MASTER_KEY_FILE: "k",
    BOURSE_OLD_MASTER_KEY_FILE: "before",
    BOURSE_OPERATOR_PORT: "2",
    BOURSE_OPERATOR_HOST: "0.0.0.0",
    BOURSE_OPERATOR_NAMES: "Bourse, exchange.test",
    BOURSE_OPERATOR_TOKEN: TOKEN,
    BOURSE_TRUSTED_PROXIES: "10.0.0.0/8,::1",
    BOURSE_TLS_CERT: "cert",
    BOURSE_LOG_LEVEL: "warn",
    BOURSE_GATEWAYS: "3",
  };

  const config = readConfig(
    [
      ...["--port=0", "--no-demo", "--sandbox", "--accept-clock-behind"],
      ...["--segment-mib=1", "--snapshot-every", "9", "--tls-key", "key"],
      ...["--no-traders", "--calm", "--no-limits", "--exposed-demo"],
    ],
    environment,
  );

  expect(config).toEqual({
    port: 0,
    host: "::1",
    operatorPort: 2,
    operatorHost: "0.0.0.0",
    operatorNames: ["bourse", "exchange.test"],
    operatorToken: TOKEN,
    dataDirectory: "./data",
    isProduction: false,
    isSandbox: true,
    hasDemo: false,
    hasTraders: false,
    isCalm: true,
    isDemoExposed: true,
    hasLimits: false,
    trustedProxies: ["10.0.0.0/8", "::1"],
    tls: { certificateFile: "cert", keyFile: "key" },
    masterKeyFile: "k",
    oldMasterKeyFile: "before",
    acceptsClockBehind: true,
    logLevel: "warn",
    segmentBytes: 1024 * 1024,
    snapshotEvery: 9,
    gateways: 3,
  });
});

test.each([
  [
    ["--prot", "1"],
    "Unknown argument --prot. Known are --port, --host, --data, --operator-port, --operator-host,",
  ],
  [["start"], "Unknown argument start. Known are --port,"],
  [["--port"], "--port needs a value."],
  [["--data", "--sandbox"], "--data needs a value."],
  [["--host="], "--host needs a value."],
  [["--sandbox=yes"], "--sandbox takes no value."],
  [["--port", "1", "--port", "2"], "--port is given twice."],
  [["--port", "65536"], "The port is a whole number from 0 to 65535, not 65536."],
  [
    ["--log-level", "loud"],
    "--log-level is one of trace, debug, info, warn, error, fatal, not loud.",
  ],
  [["--segment-mib", "0"], "--segment-mib is a whole number from 1 to 1024, not 0."],
  [
    ["--snapshot-every", "1.5"],
    "--snapshot-every is a whole number from 1 to 1000000000, not 1.5.",
  ],
  [["--gateways", "64"], "--gateways is auto, or a whole number from 0 to 63, not 64."],
  [["--operator-port", "-1"], "The port is a whole number from 0 to 65535, not -1."],
  [["--operator-host", "bourse"], "--operator-host is an address, such as 0.0.0.0, not bourse."],
  [["--operator-host", "0.0.0.0:8081"], "--operator-host is an address, such as 0.0.0.0, not 0."],
  [["--operator-names", "a,*.b"], "--operator-names is a list of host names without ports, not *."],
  [["--operator-names", "a:80"], "--operator-names is a list of host names without ports, not a:"],
  [["--operator-names", "a,"], "--operator-names is a list of host names without ports, not ."],
  [["--operator-names", Array(17).fill("a").join()], "--operator-names takes at most 16 names."],
  [["--tls-cert", "c"], "TLS needs both --tls-cert and --tls-key."],
  [["--port", "0x50"], "The port is a whole number from 0 to 65535, not 0x50."],
])("%j is refused in a sentence, with exit code 2", (args, sentence) => {
  const read = () => readConfig(args, {});

  expect(read).toThrow(ConfigError);
  expect(read).toThrow(sentence);
  expect(new ConfigError("").exitCode).toBe(2);
});

test.each([
  [["--no-demo"], { BOURSE_KIND: "demo" }, [false, false, false]],
  [["--sandbox"], { BOURSE_KIND: "production" }, [false, true, true]],
  [[], { BOURSE_KIND: "" }, [false, false, true]],
  [[], { BOURSE_KIND: "production" }, [true, false, false]],
  [[], { BOURSE_KIND: "sandbox" }, [false, true, false]],
  [[], { BOURSE_KIND: "demo" }, [false, true, true]],
])("CORE-DIR-2 %j with %j: production, sandbox, demo are %j", (args, environment, expected) => {
  const { isProduction, isSandbox, hasDemo } = readConfig(args, environment);

  expect([isProduction, isSandbox, hasDemo]).toEqual(expected);
});

test("traders, calm and limits are switched by the environment as by flags", () => {
  const on = { BOURSE_NO_TRADERS: "1", BOURSE_CALM: "1", BOURSE_NO_LIMITS: "1" };
  const off = { BOURSE_NO_TRADERS: "0", BOURSE_CALM: "0", BOURSE_NO_LIMITS: "" };

  expect(readConfig([], on)).toMatchObject({ hasTraders: false, isCalm: true, hasLimits: false });
  expect(readConfig([], off)).toMatchObject({ hasTraders: true, isCalm: false, hasLimits: true });
});

test.each([
  [{ BOURSE_KIND: "test" }, "BOURSE_KIND is one of production, sandbox, demo, not test."],
  [{ BOURSE_CALM: "yes" }, "BOURSE_CALM is 1 or 0, not yes."],
])("%j is refused in a sentence", (environment, sentence) => {
  expect(() => readConfig([], environment)).toThrow(new ConfigError(sentence));
});

test.each([
  ["31 digits", TOKEN.slice(1)],
  ["129 digits", `${TOKEN.repeat(4)}0`],
  ["no hex digits", "correct-horse-battery-staple-and-more"],
  ["digits that are hardly different", "0123456".repeat(8)],
  ["the same digit", "f".repeat(64)],
  ["a blank around it", `${TOKEN} `],
])("OPER-API-9 a given token of %s is refused, and not repeated", (_, token) => {
  const environment = { BOURSE_OPERATOR_TOKEN: token };
  const sentence =
    "BOURSE_OPERATOR_TOKEN is 32 to 128 hex digits, as openssl rand -hex 32 draws them; " +
    "the one given is none, or a weak one.";

  for (const read of [() => readConfig([], environment), () => readPlace(environment)]) {
    expect(read).toThrow(new ConfigError(sentence));
  }
});

test("OPER-API-9 a token of 32 to 128 digits is taken, and can be forgotten", () => {
  const environment = { BOURSE_OPERATOR_TOKEN: TOKEN.repeat(4), BOURSE_PORT: "1" };

  expect(readConfig([], environment).operatorToken).toBe(TOKEN.repeat(4));
  forgetSecrets(environment);

  expect(environment).toEqual({ BOURSE_PORT: "1" });
});

test("CLUSTER-SECRET-1 a cluster's URL may have a password in the environment only, and is forgotten", () => {
  const url = "postgres://bourse:secret@127.0.0.1/bourse";
  const place = { BOURSE_NODE: "one", BOURSE_ADVERTISE: "one.example:8080" };
  const environment = { ...place, BOURSE_CLUSTER: url };

  expect(readConfig([], environment).cluster).toMatchObject({ url, node: "one" });
  expect(() => readConfig(["--cluster", url], place)).toThrow(/^The URL has a password/);
  forgetSecrets(environment);

  expect(environment).toEqual(place);
});

test("a node without a name or an address is refused", () => {
  const cluster = ["--cluster", "postgres://bourse@127.0.0.1/bourse"];

  expect(() => readConfig(cluster, {})).toThrow(ConfigError);
  expect(() => readConfig([...cluster, "--node", "one"], {})).toThrow(ConfigError);
  expect(readConfig([], {}).cluster).toBeUndefined();
});

test("a node listens where it is reached, unless it is told where", () => {
  const node = ["--cluster", "postgres://bourse@127.0.0.1/bourse", "--node", "one"];
  const place = [...node, "--advertise", "one.example:8080"];

  expect(readConfig(place, {}).cluster?.listenAt).toBe("one.example:8080");
  const told = readConfig([...place, "--node-listen", "127.0.0.1:1"], {}).cluster;
  expect(told).toMatchObject({ address: "one.example:8080", listenAt: "127.0.0.1:1" });
  expect(readConfig(place, { BOURSE_NODE_LISTEN: "[::1]:2" }).cluster?.listenAt).toBe("[::1]:2");
  expect(() => readConfig([...place, "--node-listen", "here"], {})).toThrow(/^--node-listen is/);
});

test("--gateways auto leaves two cores to the others", () => {
  const { gateways } = readConfig(["--gateways", "auto"], {});

  expect(gateways).toBe(Math.max(0, Math.min(GATEWAYS_MAX, cpus().length - 2)));
});
