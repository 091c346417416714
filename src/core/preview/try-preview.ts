/**
 * What a preview says, or nothing. It is made of what the caller was told, which may not fit together for a
 * moment; where the engine finds that broken, nothing is estimated and the server is left to answer.
 */
import { Fault } from "../base/assert.ts";

export function tryPreview<Preview>(preview: () => Preview): Preview | undefined {
  try {
    return preview();
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}
