/** Whether the dialog of the key is open: several places lead to it. */
import { LiveValue } from "../exchange/live.ts";

export const isKeyOpen = new LiveValue(false);

export function askToSignIn(): void {
  isKeyOpen.set(true);
}
