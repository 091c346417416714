/** One crowd, of whose orders every preview is held against what the exchange then does. */
import { substanceOf } from "../support/substance.ts";
import { compareContract } from "./compare-contract.ts";
import { comparePair, compareTestOrder } from "./compare-pair.ts";
import type { Met } from "./compared.ts";
import { PreviewedExchange } from "./previewed-exchange.ts";

const COMMANDS = 275;
/** The state is compared around every so many previews: reading must not change it. */
const LOOKED_AT_EVERY = 60;

export function runCrowd(seed: number, met: Met): void {
  const exchange = new PreviewedExchange(seed);
  const { state } = exchange;
  for (let index = 0; index < COMMANDS; index++) {
    const command = exchange.next();
    if (!exchange.isPlacing(command)) {
      exchange.apply(command);
      continue;
    }
    met.count("previews");
    const before = met.of("previews") % LOOKED_AT_EVERY === 0 ? substanceOf(state) : undefined;
    const carryOut = () => {
      const isUntouched = !before || Buffer.compare(substanceOf(state), before) === 0;
      if (!isUntouched)
        throw new Error(`seed ${seed}, command ${index}: a preview has changed the state`);
      return exchange.apply(command);
    };
    const tested = command.type === "PlaceOrder" ? compareTestOrder(exchange, command) : undefined;
    const placed =
      command.type === "PlaceFuturesOrder"
        ? compareContract(exchange, command, carryOut, met)
        : comparePair(exchange, command, carryOut, met);
    for (const { told, done } of [tested ?? SAME, placed ?? SAME]) {
      const [before, after] = [JSON.stringify(told), JSON.stringify(done)];
      if (before === after) continue;
      const at = `seed ${seed}, command ${index}: ${JSON.stringify(command)}`;
      throw new Error(`${at}\ntold ${before}\ndone ${after}`);
    }
  }
}

const SAME = { told: undefined, done: undefined };
