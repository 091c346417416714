/**
 * A strict reader of Prometheus's text format: it takes what the format allows and our page should
 * write, and throws at everything else. Written from the format's description, not from our writer.
 */

export interface ReadSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface KlineApi {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: ReadSample[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const HELP = new RegExp(`^# HELP (${NAME}) (.+)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/;
const VALUE = /^(?:[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\+Inf|-Inf)$/;

/** Reads a page; every family by its name. */
export function readExposition(text: string): ReadonlyMap<string, KlineApi> {
  const klineApis = new Map<string, KlineApi>();
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const lines = text.slice(0, -1).split("\n");
  for (let at = 0; at < lines.length; ) {
    const klineApi = openKlineApi(lines[at] ?? "", lines[at + 1] ?? "");
    if (klineApis.has(klineApi.name)) throw new Error(`${klineApi.name} comes twice`);
    klineApis.set(klineApi.name, klineApi);
    for (at += 2; at < lines.length && !lines[at]?.startsWith("#"); at++) {
      klineApi.samples.push(readSample(klineApi, lines[at] ?? ""));
    }
    checkKlineApi(klineApi);
  }
  return klineApis;
}

function openKlineApi(first: string, second: string): KlineApi {
  const [, name, help] = HELP.exec(first) ?? [];
  const [, typed, type] = TYPE.exec(second) ?? [];
  if (name === undefined || help === undefined || name !== typed || type === undefined) {
    throw new Error(`not the head of a family: ${first} / ${second}`);
  }
  return { name, help, type, samples: [] };
}

function readSample(klineApi: KlineApi, line: string): ReadSample {
  const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
  const suffixes = klineApi.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
  const isOurs = suffixes.some((suffix) => name === klineApi.name + suffix);
  if (!isOurs || !VALUE.test(value)) throw new Error(`not a sample of ${klineApi.name}: ${line}`);
  return { name, labels: readLabels(labels, line), value: numberOf(value) };
}

function numberOf(value: string): number {
  return value.endsWith("Inf") ? Number(value.replace("Inf", "Infinity")) : Number(value);
}

function readLabels(text: string, line: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ""; ) {
    const [whole, name, value = ""] = LABEL.exec(rest) ?? [];
    if (whole === undefined || name === undefined) throw new Error(`bad labels: ${line}`);
    if (name in labels) throw new Error(`a label twice: ${line}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, mark) => (mark === "n" ? "\n" : mark));
    rest = rest.slice(whole.length);
  }
  return labels;
}

function checkKlineApi(klineApi: KlineApi): void {
  const { name, type, samples } = klineApi;
  const series = samples.map(({ name: of, labels }) => JSON.stringify([of, labels]));
  if (new Set(series).size < series.length) throw new Error(`a series of ${name} comes twice`);
  if (type === "counter" && !name.endsWith("_total")) throw new Error(`${name} is no counter`);
  if (type === "counter" && samples.some(({ value }) => value < 0)) throw new Error(`${name} < 0`);
  if (type === "histogram") checkHistogram(klineApi);
}

/** Each set of labels but `le` is a histogram of its own. */
function checkHistogram({ name, samples }: KlineApi): void {
  const groups = new Map<string, ReadSample[]>();
  for (const sample of samples) {
    const { le, ...own } = sample.labels;
    const key = JSON.stringify(own);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  for (const group of groups.values()) checkOneHistogram(name, group);
}

function checkOneHistogram(name: string, samples: readonly ReadSample[]): void {
  const buckets = samples.filter((sample) => sample.name === `${name}_bucket`);
  const bounds = buckets.map(({ labels }) => numberOf(labels["le"] ?? "NaN"));
  const counts = buckets.map(({ value }) => value);
  const rises = (list: readonly number[], isStrict: boolean) =>
    list.every((value, at) => {
      const before = list[at - 1] ?? Number.NEGATIVE_INFINITY;
      return isStrict ? value > before : value >= before;
    });
  if (!rises(bounds, true)) throw new Error(`the bounds of ${name} do not rise`);
  if (bounds.at(-1) !== Number.POSITIVE_INFINITY) throw new Error(`${name} does not end in +Inf`);
  if (!rises(counts, false)) throw new Error(`the buckets of ${name} are not cumulative`);
  const [sum, count, ...more] = samples.filter((sample) => sample.name !== `${name}_bucket`);
  if (sum?.name !== `${name}_sum` || count?.name !== `${name}_count` || more.length > 0) {
    throw new Error(`${name} has not one sum and one count`);
  }
  if (count.value !== counts.at(-1)) throw new Error(`+Inf of ${name} is not its count`);
}

/** The value of one series; fails where there is none. */
export function valueIn(
  klineApis: ReadonlyMap<string, KlineApi>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const samples = [...klineApis.values()].flatMap((klineApi) => klineApi.samples);
  const matching = samples.filter((sample) => {
    const isAsked = Object.entries(labels).every(([label, text]) => sample.labels[label] === text);
    return sample.name === name && isAsked;
  });
  const [found, ...more] = matching;
  if (!found || more.length > 0) throw new Error(`${matching.length} series of ${name}`);
  return found.value;
}
