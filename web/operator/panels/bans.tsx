/** Addresses that asked too often, and the end of a ban before its time (USER-BAN-5). */
import { ActionButton } from "../parts/action-button.tsx";
import { Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useReply } from "../session/asked.ts";
import type { BanRow } from "../session/words.ts";
import { momentOf } from "../text/measure.ts";

/** More than a person reads; `bourse ban list` shows them all. */
const SHOWN_MAX = 200;

export function Bans() {
  const { value, problem, again } = useReply<{ bans: readonly BanRow[] }>("/bans");
  const bans = value?.bans ?? [];
  const rows = bans.slice(0, SHOWN_MAX).map(({ address, endsAtMs, times }) => {
    const act = (
      <ActionButton
        key="a"
        verb="Lift"
        what={`the ban on ${address}`}
        action={{ path: "/bans/lift", body: { address } }}
        says={() => `Lifted the ban on ${address}.`}
        onDone={again}
      />
    );
    return [address, [address, momentOf(endsAtMs), `${times}`, act]] as const;
  });
  const hidden = bans.length - rows.length;
  return (
    <Panel title="Bans" problem={problem}>
      <Table
        title="Bans"
        columns={["Address", "Until", "#Times", "Do"]}
        rows={rows}
        none="Nobody is banned."
      />
      {hidden > 0 && <p class="hint">{hidden} more are not shown.</p>}
    </Panel>
  );
}
