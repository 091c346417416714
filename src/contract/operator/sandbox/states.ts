/** States of a sandbox that are saved by name and gone back to, and the way back to its beginning. Rules SANDBOX-STATE-1 to SANDBOX-STATE-6. */
import { count, list, record, type Shape, text, time, told } from "../../field.ts";
import { words } from "../../forms.ts";
import { required } from "../../parameter.ts";
import { request } from "../request.ts";
import { at } from "../typed.ts";

const NAMED = {
  name: at(
    "NAME",
    required(
      told(words, {
        description: "A name of 1 to 64 letters, digits, dots, dashes and underscores.",
      }),
    ),
  ),
};

const PLACE = {
  position: count("position of the log"),
  timeMs: time("engine time there"),
};

const NAMED_PLACE = record({ name: text("name of the state"), ...PLACE });
const NAME: Shape<string> = { type: "string" };

export const LIST_STATES = request({
  method: "GET",
  path: "/states",
  parameters: {},
  about: {
    operation: "listStates",
    tag: "sandbox",
    summary: "The names of the saved states",
    reply: record({ states: list(NAME, "names, in order") }),
    codes: ["SANDBOX_ONLY"],
  },
  commands: [{ words: "snapshot list", says: "list the saved states of a sandbox" }],
});

export const SAVE_STATE = request({
  method: "POST",
  path: "/states/save",
  parameters: NAMED,
  about: {
    operation: "saveState",
    tag: "sandbox",
    summary: "Save everything as it stands, by a name",
    reply: NAMED_PLACE,
    codes: ["SANDBOX_ONLY", "ALREADY_EXISTS", "NO_ROOM", "NOT_NOW"],
  },
  commands: [{ words: "snapshot save", says: "save the state of a sandbox under a name" }],
});

export const LOAD_STATE = request({
  method: "POST",
  path: "/states/load",
  parameters: NAMED,
  about: {
    operation: "loadState",
    tag: "sandbox",
    summary: "Go back to a saved state",
    description: "Requests that come meanwhile get 503, and streams are closed.",
    reply: NAMED_PLACE,
    codes: ["SANDBOX_ONLY", "NO_SUCH_STATE", "STATE_DAMAGED", "NOT_NOW"],
  },
  commands: [
    {
      words: "snapshot load",
      says: "go back to a saved state and leave the present one behind; a new log begins there",
      asksFirst: {
        says: "the name of the state",
        of: ["name"],
        gone: "the state that the sandbox is in; its log is kept aside",
      },
    },
  ],
});

export const REMOVE_STATE = request({
  method: "POST",
  path: "/states/remove",
  parameters: NAMED,
  about: {
    operation: "removeState",
    tag: "sandbox",
    summary: "Remove a saved state",
    reply: record({ name: text("name of the state") }),
    codes: ["SANDBOX_ONLY", "NO_SUCH_STATE", "NOT_NOW"],
  },
  commands: [
    {
      words: "snapshot remove",
      says: "remove a saved state",
      asksFirst: { says: "the name of the state", of: ["name"], gone: "the saved state" },
    },
  ],
});

export const RESET = request({
  method: "POST",
  path: "/reset",
  parameters: {},
  about: {
    operation: "reset",
    tag: "sandbox",
    summary: "Begin anew, with the demo where there was one",
    reply: record(PLACE),
    codes: ["SANDBOX_ONLY", "NOT_NOW"],
  },
  commands: [
    {
      words: "reset",
      says: "take a sandbox back to its beginning and leave the present state behind; a new log begins",
      asksFirst: {
        says: "the name of the data directory",
        of: "directory",
        gone: "the state that the sandbox is in, its users and their keys; its log is kept aside",
      },
    },
  ],
});
