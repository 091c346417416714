/**
 * A story: commands of which each is written when it is next, so that it can look at what
 * the ones before it have made of the exchange.
 */
import type { Command } from "../../../src/core/engine/codec.ts";

export type Story = Generator<Command, void, void>;

export type Telling = () => Story;
