/**
 * How a request names a contract. The reference spells the parameter in three ways, and each is good everywhere; two of them at
 * once are one too many. Rule FUT-WIRE-1.
 */
import type { Shape } from "../field.ts";
import { words } from "../forms.ts";
import { type Fields, missing, type Parameter, readAs } from "../parameter.ts";
import { Refusal } from "../refusal.ts";

const OTHER_NAMES = ["ContractName", "Contract name"] as const;
const SPELLINGS = ["contractName", ...OTHER_NAMES] as const;

/** FUT-WIRE-1 */
function readSpelled(fields: Fields): string | undefined {
  const given = SPELLINGS.filter((name) => fields.find(name) !== undefined);
  if (given.length > 1) {
    throw new Refusal("TOO_MANY_PARAMETERS", {
      msg: "Two of contractName.",
      more: `It is sent as one of ${SPELLINGS.join(", ")}.`,
    });
  }
  const [name] = given;
  const value = name === undefined ? undefined : fields.find(name);
  return value && readAs(words, "contractName", value);
}

const SHAPE: Shape = {
  type: "string",
  pattern: "^[A-Za-z0-9-]{1,64}$",
  description: `The contract, in either case. ${OTHER_NAMES.join(" and ")} mean the same; one at a time.`,
};

/** Declared as `contractName`. */
export const contractName: Parameter<string> = {
  form: "contract name",
  shape: SHAPE,
  isRequired: true,
  otherNames: OTHER_NAMES,
  read(name, fields) {
    const found = readSpelled(fields);
    if (found === undefined) throw missing(name, words.expects);
    return found;
  },
};

export const maybeContractName: Parameter<string | undefined> = {
  form: "contract name",
  shape: { ...SHAPE, description: `${SHAPE.description} Without it all contracts.` },
  isRequired: false,
  otherNames: OTHER_NAMES,
  read: (_name, fields) => readSpelled(fields),
};
