/**
 * One exchange for the tests of a file, put back to its beginning for each: to the browser it stays the
 * same place, whose scripts it knows already.
 */
import { afterAll } from "vitest";
import {
  type CreateExchangeOptions,
  createExchange,
  type InProcessExchange,
} from "../../src/create-exchange.ts";
import "../support/judged-apis.ts";

/** Called beside the tests; what it returns, in one. */
export function exchangeOfFile(
  options: CreateExchangeOptions = {},
): () => Promise<InProcessExchange> {
  let exchange: InProcessExchange | undefined;
  afterAll(() => exchange?.close());
  return async () => {
    if (exchange) await exchange.operator.reset();
    else exchange = await createExchange({ ...options, port: 0 });
    return exchange;
  };
}
