/**
 * Blows to a server with gateways: kill -9 of one under load, of one together with the core, and SIGSTOP of one for
 * longer than a command waits for its answer, while the others go on. Its clients lose their connections, their replies
 * unheard, or wait; the exchange does not notice.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { withOnly } from "../../support/gateway-clients.ts";
import { goOn, standStill } from "../../support/stand-still.ts";
import { strikeUnheard } from "../load/unheard.ts";
import { killPid } from "./kills.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

/** So many more are acknowledged after a gateway is gone, or while it stands still. */
const MEANWHILE = 30;
const SHORT_MS = { min: 100, max: 2_000 } as const;
const LONG_MS = 20_000;
const LONG_CHANCE = 0.25;

function drawGateway({ plan, server }: Stage): { number: number; pid: number } {
  const pids = [...server.gatewayPids];
  const [number = 0, pid = 0] = pids[Math.floor(plan() * pids.length)] ?? [];
  if (pid === 0) throw new Error("no gateway was started");
  return { number, pid };
}

export async function killGateway(stage: Stage): Promise<Afterwards> {
  const { server, plan, round } = stage;
  const { number, pid } = drawGateway(stage);
  const kill = async () => killPid(pid);
  await stage.underLoad({
    strikesAt: drawStrikesAt(plan),
    more: MEANWHILE,
    strike: async (scene) => {
      const started = new RegExp(`gateway ${number} takes connections`);
      const starts = [...server.output.matchAll(new RegExp(started, "g"))].length;
      const unheard = { scene, name: `u${round}`, port: server.port, strike: kill };
      await withOnly(server, number, () => strikeUnheard(unheard));
      await server.says(started, starts + 1);
    },
  });
  return undefined;
}

export async function killGatewayAndCore(stage: Stage): Promise<Afterwards> {
  const { pid } = drawGateway(stage);
  await stage.underLoad({
    strikesAt: drawStrikesAt(stage.plan),
    more: MEANWHILE,
    strike: (scene) => stage.killUnheard(scene, async () => killPid(pid)),
  });
  return undefined;
}

export async function stopGateway(stage: Stage): Promise<Afterwards> {
  const { plan } = stage;
  const { pid } = drawGateway(stage);
  const isLong = plan() < LONG_CHANCE;
  const lengthMs = isLong ? LONG_MS : SHORT_MS.min + plan() * (SHORT_MS.max - SHORT_MS.min);
  await stage.underLoad({
    strikesAt: drawStrikesAt(plan),
    more: MEANWHILE,
    strike: async () => {
      await standStill(pid);
      await sleep(lengthMs);
      goOn(pid);
    },
  });
  return undefined;
}
