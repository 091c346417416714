/**
 * The answer to a request with a client's id, told again: of each answer one number is kept, or nothing that
 * the command does not say itself. Rule USER-REPEAT-1.
 */
import { isInForce } from "./catalogue/rule-changes.ts";
import type { AnswerOf, CommandNamed, UserCommand } from "./outcomes.ts";
import { batchOfNumber, numberOfBatch, withoutNumbers } from "./spot/batch-answer.ts";
import type { ExchangeState } from "./state.ts";

/** A command that may have a client's id. */
export type Repeatable = Extract<UserCommand, { readonly clientRequestId?: string | undefined }>;

export interface AnswerAgain<C extends Repeatable> {
  /** The number that is kept of an answer. */
  number(answer: AnswerOf<C>): bigint;
  /** The answer that the number was kept of. */
  answer(number: bigint, command: C): AnswerOf<C>;
  /** The part of an answer that can be told again, where that is not all of it. */
  told?(state: ExchangeState, answer: AnswerOf<C>): AnswerOf<C>;
  /** Decimals of the number, where they may be gone when the request is repeated. */
  scale?(state: ExchangeState, command: C): number;
}

export const ANSWERS_AGAIN: {
  readonly [Type in Repeatable["type"]]: AnswerAgain<CommandNamed<Type>>;
} = {
  PlaceBatch: {
    number: numberOfBatch,
    answer: (number, { items }) => batchOfNumber(number, items.length),
    // By older rules it is not kept which items were rejected.
    told(state, { orderIds, rejected = [] }) {
      const isKept = isInForce(state, "batch_rejects");
      return { orderIds, rejected: isKept ? withoutNumbers(rejected) : undefined };
    },
  },
  Transfer: {
    number: ({ transferId }) => BigInt(transferId),
    answer: (number) => ({ transferId: Number(number) }),
  },
  Repay: {
    number: ({ repaid }) => repaid,
    answer: (repaid) => ({ repaid }),
  },
  SetLeverage: {
    number: () => 0n,
    answer: (_number, { leverage }) => ({ leverage }),
  },
  SetMarginMode: {
    number: () => 0n,
    answer: (_number, { mode }) => ({ mode }),
  },
  MovePositionMargin: {
    number: ({ margin }) => margin,
    answer: (margin) => ({ margin }),
    scale({ futures }, { position }) {
      return futures.positions.get(position)?.contractAccount.market.contract.scale ?? 0;
    },
  },
};
