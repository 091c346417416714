/** `bourse snapshot ...` and `bourse reset`: states of a sandbox that are saved and gone back to. */
import { get, online, post, THE_DIRECTORY } from "../online.ts";

const THE_STATE = {
  says: "the name of the state",
  of: ({ NAME: name }: { readonly NAME: string }) => name,
};

interface At {
  readonly name?: string;
  readonly position: number;
  readonly timeMs: number;
}

export const snapshotSave = online({
  name: "snapshot save",
  says: "save the state of a sandbox under a name",
  takes: ["NAME"],
  options: {},
  ask: ({ NAME: name }) => post("/states/save", { name }),
  show: ({ name, ...at }: At) => [`saved ${name}: ${placeOf(at)}`],
});

export const snapshotLoad = online({
  name: "snapshot load",
  says: "go back to a saved state and leave the present one behind; a new log begins there",
  retyped: THE_STATE,
  takes: ["NAME"],
  options: {},
  ask: ({ NAME: name }) => post("/states/load", { name }),
  show: ({ name, ...at }: At) => [`loaded ${name}: the exchange goes on from ${placeOf(at)}`],
});

export const snapshotList = online({
  name: "snapshot list",
  says: "list the saved states of a sandbox",
  takes: [],
  options: {},
  ask: () => get("/states"),
  show: ({ states }: { states: readonly string[] }) =>
    states.length === 0 ? ["there are no saved states"] : states,
});

export const snapshotRemove = online({
  name: "snapshot remove",
  says: "remove a saved state",
  retyped: THE_STATE,
  takes: ["NAME"],
  options: {},
  ask: ({ NAME: name }) => post("/states/remove", { name }),
  show: ({ name }: { name: string }) => [`removed ${name}`],
});

export const reset = online({
  name: "reset",
  says: "take a sandbox back to its beginning and leave the present state behind; a new log begins",
  retyped: THE_DIRECTORY,
  takes: [],
  options: {},
  ask: () => post("/reset", {}),
  show: (at: At) => [`reset: the exchange begins again at ${placeOf(at)}`],
});

function placeOf({ position, timeMs }: At): string {
  return `position ${position}, ${new Date(timeMs).toISOString()}`;
}
