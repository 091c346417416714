/**
 * Bourse for ccxt, over HTTP: spot, margin, linear and inverse swaps. The class is a chain of smaller ones,
 * one for each noun: what is described, how it is signed, what replies are read into, markets, orders,
 * queries, ledgers, the account.
 */
import { BourseAccount } from "./account.ts";

export class bourse extends BourseAccount {}
