/** Why a part of a request was refused, in a reply about the rest of it. */
import { numberCode, text } from "../field.ts";

export function refusedShape(code: string) {
  return { code: numberCode(code), msg: text("its message") };
}
