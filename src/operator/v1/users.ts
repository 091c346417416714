/** Users: adding, freezing, unfreezing (USER-FREEZE-1). */
import { required } from "../../http/dialect/endpoint.ts";
import { getUserNamed } from "./find.ts";
import { name } from "./forms.ts";
import { carryOut, endpoint, type OperatorCall, type Sayable } from "./operator.ts";

export const addUser = endpoint({
  method: "POST",
  path: "/users",
  parameters: { name: required(name) },
  async handle(call, values) {
    await carryOut(call, { type: "AddUser", name: values.name, request: call.request });
    return sayUser(call, values.name);
  },
});

export const freezeUser = change("/users/freeze", "FreezeUser");
export const unfreezeUser = change("/users/unfreeze", "UnfreezeUser");

function change(path: string, type: "FreezeUser" | "UnfreezeUser") {
  return endpoint({
    method: "POST",
    path,
    parameters: { name: required(name) },
    async handle(call, values) {
      const user = getUserNamed(call, values.name).id;
      await carryOut(call, { type, user, request: call.request });
      return sayUser(call, values.name);
    },
  });
}

function sayUser(call: OperatorCall, userName: string): Sayable {
  const { id, name: shown, isFrozen } = getUserNamed(call, userName);
  return { name: shown, userId: id, frozen: isFrozen };
}
