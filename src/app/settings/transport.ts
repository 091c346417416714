/** What the public listener needs from outside: a certificate, and which proxies are believed. */
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { type AddressRange, parseRange } from "../../core/base/address-range.ts";
import { type Config, ConfigError } from "./config.ts";

export interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export function readTls({ tls }: Pick<Config, "tls">): Tls | undefined {
  if (!tls) return undefined;
  const pair = {
    cert: readOf("--tls-cert", tls.certificateFile),
    key: readOf("--tls-key", tls.keyFile),
  };
  try {
    // Tried now, before anything is made: the listener is opened last.
    createSecureContext(pair);
  } catch (error) {
    throw new ConfigError(`--tls-cert and --tls-key do not serve: ${(error as Error).message}.`);
  }
  return pair;
}

function readOf(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${flag} cannot be read: ${(error as Error).message}.`);
  }
}

export function trustedRanges({
  trustedProxies,
}: Pick<Config, "trustedProxies">): readonly AddressRange[] {
  return trustedProxies.map((written) => {
    const range = parseRange(written.trim());
    if (range) return range;
    throw new ConfigError(`--trusted-proxies is a list of addresses and ranges, not ${written}.`);
  });
}
