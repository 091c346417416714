/** All open orders of a symbol in one area: a request cancels so many of them, and says whether there are more. */
import type { CanceledAll } from "../../../../src/client/client.ts";

/** More than the largest symbol has orders for; a server that never ends is not asked for ever. */
export const ROUNDS_MAX = 100;

export async function cancelRounds(cancelAll: () => Promise<CanceledAll>): Promise<CanceledAll> {
  let canceled = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const answer = await cancelAll();
    canceled += answer.canceled;
    if (!answer.more) return { canceled, more: false };
  }
  return { canceled, more: true };
}

/** `Canceled 3 orders on BTC/USDT` */
export function sayCanceledAll(title: string, answers: readonly CanceledAll[]): string {
  const count = answers.reduce((sum, { canceled }) => sum + canceled, 0);
  const said = `Canceled ${count} ${count === 1 ? "order" : "orders"} on ${title}`;
  return answers.some(({ more }) => more) ? `${said}; there are more` : said;
}
