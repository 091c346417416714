/** What the package gives: the class over HTTP. */
export { bourse } from "./bourse.ts";
