/** What is listed anew, for ever: assets, symbols and contracts; and what trading costs. */
import { useState } from "preact/hooks";
import { Panel } from "../../parts/panel.tsx";
import { AddAsset } from "./add-asset.tsx";
import { AddContract } from "./add-contract.tsx";
import { AddSymbol } from "./add-symbol.tsx";
import { SetFees } from "./set-fees.tsx";

/** A form that offers what was just listed begins anew. */
export function Listing() {
  const [assets, setAssets] = useState(0);
  const [symbols, setSymbols] = useState(0);
  return (
    <>
      <Panel title="Fees">
        <SetFees key={symbols} />
      </Panel>
      <Panel title="List something new">
        <p class="hint">What is listed stays listed: it can be halted and delisted, not renamed.</p>
        <h3>An asset</h3>
        <AddAsset onDone={() => setAssets(assets + 1)} />
        <h3>A symbol</h3>
        <AddSymbol key={`symbol ${assets}`} onDone={() => setSymbols(symbols + 1)} />
        <h3>A contract</h3>
        <AddContract key={`contract ${assets}`} />
      </Panel>
    </>
  );
}
