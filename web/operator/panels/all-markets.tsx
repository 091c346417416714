/** Halts everything that trades, and lets everything that is halted trade again, one after the other: in need nobody counts rows. */
import { usePageServices } from "../session/page-services.ts";
import { useEach } from "../session/use-each.ts";
import type { MarketRow } from "../session/words.ts";

interface AllMarketsProps {
  readonly listed: readonly MarketRow[];
  readonly path: "/symbols" | "/contracts";
  readonly onDone: () => void;
}

export function AllMarkets(props: AllMarketsProps) {
  return (
    <div class="row tight">
      <AllOf {...props} verb="Halt" status="trading" />
      <AllOf {...props} verb="Resume" status="halted" />
    </div>
  );
}

const ASKS = {
  Halt: "No new order is taken there until they are resumed. What rests stays, and may be cancelled.",
  Resume: "Their rules are as before; orders are taken again at once.",
} as const;

interface AllOfProps extends AllMarketsProps {
  readonly verb: keyof typeof ASKS;
  /** Of which it is done. */
  readonly status: MarketRow["status"];
}

function AllOf({ listed, path, onDone, verb, status }: AllOfProps) {
  const { confirm } = usePageServices();
  const { isBusy, each } = useEach();
  const names = listed.filter((market) => market.status === status).map(({ name }) => name);
  const what = path.slice(1);
  const actions = names.map((name) => ({
    path: `${path}/${verb.toLowerCase()}`,
    body: { name },
  }));
  const act = async () => {
    const title = `${verb} ${names.length} ${what}?`;
    const question = { title, says: `${names.join(", ")}. ${ASKS[verb]}`, verb: `${verb} all` };
    if (!(await confirm({ ...question, actions }))) return;
    await each(actions, `${names.join(", ")}: ${verb === "Halt" ? "halted" : "trading"}.`);
    onDone();
  };
  return (
    <button
      type="button"
      class={verb === "Halt" ? "danger small" : "small"}
      disabled={isBusy || names.length === 0}
      onClick={() => void act()}
    >
      {verb} all
      <span class="unseen"> {what}</span>
    </button>
  );
}
