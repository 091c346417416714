import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { ConfigError, readConfig } from "./config.ts";
import { readTls, trustedRanges } from "./transport.ts";

test("without a certificate there is no TLS, and without proxies no forwarded address is believed", () => {
  const config = readConfig([], {});

  expect(readTls(config)).toBeUndefined();
  expect(trustedRanges(config)).toEqual([]);
});

test("a certificate that cannot be read, or that is none, is refused in a sentence", () => {
  const file = join(temporaryDirectory(), "none.pem");
  const read = () => readTls(readConfig(["--tls-cert", file, "--tls-key", file], {}));

  expect(read).toThrow(ConfigError);
  expect(read).toThrow("--tls-cert cannot be read: ENOENT");
  writeFileSync(file, "not a certificate");
  expect(read).toThrow(ConfigError);
  expect(read).toThrow("--tls-cert and --tls-key do not serve: ");
});

test("USER-ADDR-2 the trusted proxies are addresses and ranges, or the start is refused", () => {
  const ranges = (list: string) => trustedRanges(readConfig(["--trusted-proxies", list], {}));

  expect(ranges("10.0.0.0/8, ::1")).toHaveLength(2);
  expect(() => ranges("10.0.0.0/8,proxy.example")).toThrow(ConfigError);
  expect(() => ranges("10.0.0.1/8")).toThrow("--trusted-proxies is a list of addresses and ranges");
});
