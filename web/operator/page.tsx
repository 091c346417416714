/** The whole page: the token form until a token is known to be good, then its sections. */
import { useCallback, useMemo, useState } from "preact/hooks";
import { useFigures } from "./figures/use-figures.ts";
import { Bans } from "./panels/bans.tsx";
import { ClockPanel } from "./panels/clock.tsx";
import { Faults } from "./panels/faults.tsx";
import { Lending } from "./panels/lending/lending.tsx";
import { Markets } from "./panels/markets.tsx";
import { Money } from "./panels/money.tsx";
import { Overview } from "./panels/overview.tsx";
import { Solvency } from "./panels/solvency.tsx";
import { States } from "./panels/states.tsx";
import { User } from "./panels/user/user.tsx";
import { Users } from "./panels/users.tsx";
import { Brand } from "./parts/brand.tsx";
import { ConfirmDialog, useConfirm } from "./parts/confirm.tsx";
import { Notices, useNotices } from "./parts/notices.tsx";
import { Badge } from "./parts/panel.tsx";
import { Navigation, useSectionRoute } from "./sections.tsx";
import { useAsked, WATCH_MS } from "./session/asked.ts";
import { OperatorSession } from "./session/operator-session.ts";
import { PageServicesContext } from "./session/page-services.ts";
import { forgetToken, keepToken, keptToken } from "./session/token.ts";
import { TokenForm } from "./session/token-form.tsx";
import type { Status } from "./session/words.ts";

export function Page() {
  const [token, setToken] = useState(keptToken);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const forget = useCallback((why?: string) => {
    forgetToken();
    setRefusal(why);
    setToken(undefined);
  }, []);
  const enter = (typed: string) => {
    keepToken(typed);
    setToken(typed);
  };
  if (token === undefined) return <TokenForm refusal={refusal} onToken={enter} />;
  return <SignedInPage key={token} token={token} onForget={forget} />;
}

interface SignedInPageProps {
  readonly token: string;
  readonly onForget: (why?: string) => void;
}

function SignedInPage({ token, onForget }: SignedInPageProps) {
  const session = useMemo(() => new OperatorSession(token, onForget), [token, onForget]);
  const { asking, confirm } = useConfirm();
  const { notices, say, dismiss } = useNotices();
  const askStatus = useCallback(() => session.get<Status>("/status"), [session]);
  const askReady = useCallback(async () => ({ reason: await session.notReady() }), [session]);
  const { value: status, problem } = useAsked(askStatus, WATCH_MS);
  const { value: ready } = useAsked(askReady, WATCH_MS);
  const watched = useFigures(session);
  const { section, about } = useSectionRoute();
  const services = useMemo(
    () => ({ session, status, confirm, say }),
    [session, status, confirm, say],
  );
  const isSandbox = status?.kind === "sandbox";
  return (
    <PageServicesContext.Provider value={services}>
      <header class="top-bar">
        <Brand />
        <ServiceStatus status={status} problem={problem} notReady={ready?.reason} />
        <button type="button" onClick={() => onForget()}>
          Forget<span class="unseen"> the token</span>
        </button>
      </header>
      <Navigation present={section} isSandbox={isSandbox} />
      <main>
        {problem !== undefined && <p class="notice bad">{problem}</p>}
        {section === "overview" && <Overview watched={watched} notReady={ready?.reason} />}
        {section === "markets" && <Markets />}
        {section === "users" &&
          (about === undefined ? <Users /> : <User key={about} name={about} />)}
        {section === "money" && <Money />}
        {section === "lending" && <Lending />}
        {section === "solvency" && <Solvency />}
        {section === "bans" && <Bans />}
        {section === "sandbox" && isSandbox && <Sandbox isAlone={status?.cluster === undefined} />}
      </main>
      <Notices notices={notices} dismiss={dismiss} />
      <ConfirmDialog asking={asking} />
    </PageServicesContext.Provider>
  );
}

/** CLUSTER-STATE-1: in a cluster the clock is not led by hand, and no states are saved. */
function Sandbox({ isAlone }: { readonly isAlone: boolean }) {
  return (
    <>
      <Faults />
      {isAlone && <ClockPanel />}
      {isAlone && <States />}
    </>
  );
}

interface ServiceStatusProps {
  readonly status: Status | undefined;
  readonly problem: string | undefined;
  readonly notReady: string | undefined;
}

/** In every section: what kind of directory this is, and whether all is well. */
function ServiceStatus({ status, problem, notReady }: ServiceStatusProps) {
  return (
    <p class="row tight standing">
      {status && <Badge kind={status.kind === "sandbox" ? "plain" : "warn"}>{status.kind}</Badge>}
      {problem !== undefined && <Badge kind="bad">no answer</Badge>}
      {problem === undefined && notReady !== undefined && <Badge kind="bad">not ready</Badge>}
      {problem === undefined && notReady === undefined && status && (
        <Badge kind="good">ready</Badge>
      )}
    </p>
  );
}
