/** What the package gives: the class over HTTP, and under `pro` the same with streams, as ccxt has them. */
import { bourse } from "./bourse.ts";
import { bourse as streaming } from "./pro/bourse.ts";

export { bourse };
export const pro = { bourse: streaming };
