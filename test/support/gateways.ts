/** How many gateways the exchanges of the tests have: `BOURSE_GATEWAYS=2 npx vitest run ...`. */
/** Where the next connection has to come to the same process, as one that is resumed, or counts are exact. */
export const ONE_GATEWAY = Math.min(1, Number(process.env["BOURSE_GATEWAYS"] ?? 0));
export const GATEWAYS = Number(process.env["BOURSE_GATEWAYS"] ?? 0);
