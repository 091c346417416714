import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

test("without flags and environment the defaults hold, and cannot be changed", () => {
  const config = readConfig([], {});

  expect(config).toEqual({
    port: 8080,
    host: "127.0.0.1",
    operatorPort: 8081,
    dataDirectory: "./data",
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
    BOURSE_TRUSTED_PROXIES: "10.0.0.0/8,::1",
    BOURSE_TLS_CERT: "cert",
    BOURSE_LOG_LEVEL: "warn",
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
    dataDirectory: "./data",
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
  });
});

test.each([
  [
    ["--prot", "1"],
    "Unknown argument --prot. Known are --port, --host, --data, --operator-port, --tls-cert,",
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
  [["--operator-port", "-1"], "The port is a whole number from 0 to 65535, not -1."],
  [["--tls-cert", "c"], "TLS needs both --tls-cert and --tls-key."],
  [["--port", "0x50"], "The port is a whole number from 0 to 65535, not 0x50."],
])("%j is refused in a sentence, with exit code 2", (args, sentence) => {
  const read = () => readConfig(args, {});

  expect(read).toThrow(ConfigError);
  expect(read).toThrow(sentence);
  expect(new ConfigError("").exitCode).toBe(2);
});
