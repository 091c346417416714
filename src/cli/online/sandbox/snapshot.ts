/** `bourse snapshot ...` and `bourse reset`: states of a sandbox that are saved and gone back to. */
import {
  LIST_STATES,
  LOAD_STATE,
  REMOVE_STATE,
  RESET,
  SAVE_STATE,
} from "../../../contract/operator/sandbox/states.ts";
import { online } from "../online.ts";

export const snapshotSave = online(SAVE_STATE, "snapshot save", {
  show: ({ name, ...at }) => [`saved ${name}: ${placeOf(at)}`],
});

export const snapshotLoad = online(LOAD_STATE, "snapshot load", {
  show: ({ name, ...at }) => [`loaded ${name}: the exchange goes on from ${placeOf(at)}`],
});

export const snapshotList = online(LIST_STATES, "snapshot list", {
  show: ({ states }) => (states.length === 0 ? ["there are no saved states"] : states),
});

export const snapshotRemove = online(REMOVE_STATE, "snapshot remove", {
  show: ({ name }) => [`removed ${name}`],
});

export const reset = online(RESET, "reset", {
  show: (at) => [`reset: the exchange begins again at ${placeOf(at)}`],
});

function placeOf(at: { readonly position: number; readonly timeMs: number }): string {
  return `position ${at.position}, ${new Date(at.timeMs).toISOString()}`;
}
