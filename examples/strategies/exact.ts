/** Money as whole numbers of 10^-18, so that adding it up loses nothing. */
const DECIMALS = 18;
const ONE = 10n ** BigInt(DECIMALS);

/** "-1.5" is -1,500,000,000,000,000,000 of them. */
export function read(text: string): bigint {
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
  const units = BigInt(whole + fraction.padEnd(DECIMALS, "0").slice(0, DECIMALS));
  return sign === "-" ? -units : units;
}

/** Cut towards zero where it needs more decimals. */
export function times(a: bigint, b: bigint): bigint {
  return (a * b) / ONE;
}

/** With so many decimals, down: a profit is never told larger than it is, nor a loss smaller. */
export function write(units: bigint, decimals: number): string {
  const step = 10n ** BigInt(DECIMALS - decimals);
  const steps = units / step - (units < 0n && units % step !== 0n ? 1n : 0n);
  const digits = `${steps < 0n ? -steps : steps}`.padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const fraction = decimals === 0 ? "" : `.${digits.slice(point)}`;
  return `${steps < 0n ? "-" : ""}${digits.slice(0, point)}${fraction}`;
}
