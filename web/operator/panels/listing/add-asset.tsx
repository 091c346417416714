/** An asset is listed, with the decimals that its ledger keeps. */
import { useState } from "preact/hooks";
import { ActionForm } from "../../parts/action-form.tsx";
import { Field } from "../../parts/field.tsx";
import { USUAL } from "../../session/lines.ts";

const FOR_EVER = "An asset is listed for ever, and its decimals never change.";

export function AddAsset({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState("");
  const [scale, setScale] = useState<string>(USUAL["/assets"].scale);
  const done = () => {
    setName("");
    onDone();
  };
  return (
    <ActionForm
      label="Add an asset"
      verb="Add asset"
      action={{ path: "/assets", body: { name: name.trim(), scale } }}
      asks={FOR_EVER}
      says={(added: { readonly name: string }) => `Added asset ${added.name}.`}
      onDone={done}
    >
      <Field label="Name of a new asset" value={name} onValue={setName} />
      <Field label="Decimals" value={scale} onValue={setScale} isFigure />
    </ActionForm>
  );
}
