import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../test/support/operator-desk.ts";

function ban(desk: OperatorDesk, block: string): void {
  desk.exchange.do({ type: "BanAddress", block, request: 0 });
}

test("the bans that run are listed, the first to end first", async () => {
  const desk = new OperatorDesk();
  const { nowMs } = desk.exchange;
  ban(desk, "10.0.0.9");
  desk.exchange.nowMs += 60_000;
  ban(desk, "2001:db8::/64");
  ban(desk, "10.0.0.1");

  const both = await desk.get("/bans");
  desk.exchange.nowMs += 60_000;
  const later = await desk.get("/bans");

  const rest = [
    { address: "10.0.0.1", endsAtMs: nowMs + 180_000, times: 1 },
    { address: "2001:db8::/64", endsAtMs: nowMs + 180_000, times: 1 },
  ];
  const first = { address: "10.0.0.9", endsAtMs: nowMs + 120_000, times: 1 };
  expect(both.json).toEqual({ bans: [first, ...rest] });
  expect(later.json).toEqual({ bans: rest });
});

test.each([
  ["10.0.0.1", "10.0.0.1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["2001:db8::", "2001:db8::/64"],
  ["2001:DB8:0:0:7::1", "2001:db8::/64"],
  ["2001:db8::/64", "2001:db8::/64"],
])("USER-BAN-5 USER-ADDR-1 %s lifts the ban on %s, once", async (address, block) => {
  const desk = new OperatorDesk();
  ban(desk, block);

  expect(await desk.done("/bans/lift", { address })).toEqual({ address: block, banned: false });

  expect((await desk.get("/bans")).json).toEqual({ bans: [] });
  expect(await desk.post("/bans/lift", { address })).toMatchObject({
    status: 404,
    json: { code: -3004, msg: "No ban is on this address." },
  });
});

test.each(["home", "10.0.0.1/64", "10.0.0.0/8", "10.0.0.1:80", "2001:db8::/48", 10, ["10.0.0.1"]])(
  "%j is no address",
  async (address) => {
    const desk = new OperatorDesk();

    expect(await desk.post("/bans/lift", { address })).toMatchObject({
      status: 400,
      json: { code: -1102, msg: "Parameter address is malformed." },
    });
    expect(desk.exchange.commands).toHaveLength(1);
  },
);
