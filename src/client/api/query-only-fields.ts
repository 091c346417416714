/** Made by `npm run generate` from the contract: the fields of an order that the answer to its placing does not have. */
// biome-ignore format: made by a script, all in a line.
export const QUERY_ONLY_FIELDS = ["avgPrice", "trailingPrice", "time"] as const;
