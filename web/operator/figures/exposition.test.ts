import fc from "fast-check";
import { expect, test } from "vitest";
import { readFigures, SAMPLES_MAX } from "./exposition.ts";

const PAGE = `# HELP bourse_ready 1 while new orders are taken.
# TYPE bourse_ready gauge
bourse_ready 1
# TYPE bourse_requests_total counter
bourse_requests_total{method="POST",path="/sapi/v1/order",status="200",code="0"} 7
bourse_requests_total{method="GET",path="/sapi/v1/ping",status="200",code="0"} 1e3
bourse_append_seconds_bucket{le="0.001"} 3
bourse_append_seconds_bucket{le="+Inf"} 4
bourse_append_seconds_sum 0.5
nothing_of_ours 5
`;

test("of the page what is shown is read, with its labels, and no more", () => {
  const figures = readFigures(PAGE);

  expect(figures.value("bourse_ready")).toBe(1);
  expect(figures.sum("bourse_requests_total")).toBe(1007);
  expect(figures.sum("bourse_requests_total", ({ method }) => method === "POST")).toBe(7);
  expect(figures.of("bourse_append_seconds_bucket").map(({ labels }) => labels["le"])).toEqual([
    "0.001",
    "+Inf",
  ]);
  expect(figures.value("nothing_of_ours")).toBeUndefined();
  expect(figures.value("bourse_append_seconds_sum")).toBeUndefined();
});

test("what is no line of the format is passed over", () => {
  const figures = readFigures("<html>\nbourse_ready\nbourse_ready one two\n\nbourse_users 3");

  expect(figures.value("bourse_ready")).toBeUndefined();
});

/** As the format wants it. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

test("whatever stands in a label comes out as it was, and every number as it was", () => {
  fc.assert(
    fc.property(fc.string(), fc.double({ noNaN: true }), (account, value) => {
      const written = value === Infinity ? "+Inf" : value === -Infinity ? "-Inf" : `${value}`;
      const line = `bourse_house_balance{asset="BTC",account="${escaped(account)}"} ${written}\n`;
      const [sample] = readFigures(line).of("bourse_house_balance");

      expect(sample?.labels).toEqual({ asset: "BTC", account });
      expect(sample?.value === value || Object.is(value, -0)).toBe(true);
    }),
    { seed: 7 },
  );
});

test("CORE-BOUND-1 however long the page is, so many samples are kept", () => {
  const long = 'bourse_house_balance{asset="A"} 1\n'.repeat(SAMPLES_MAX + 1);

  expect(readFigures(long).sum("bourse_house_balance")).toBe(SAMPLES_MAX);
});
