/**
 * A story: commands of which each is written when its turn has come, so that it can look at what
 * the ones before it have made of the exchange.
 */
import type { Command } from "../../../src/engine/codec.ts";

export type Story = Generator<Command, void, void>;

export type Telling = () => Story;
