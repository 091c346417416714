/** The API keys of one user: made, with the secret shown once (USER-SECRET-1), listed and revoked. */
import { useCallback, useState } from "preact/hooks";
import { ActionButton } from "../parts/action-button.tsx";
import { ActionForm } from "../parts/action-form.tsx";
import { Choice, Field } from "../parts/field.tsx";
import { Badge, Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useAsked } from "../session/asked.ts";
import { usePageServices } from "../session/page-services.ts";
import type { KeyRow, NewKey } from "../session/words.ts";

interface KeyPage {
  readonly keys: readonly KeyRow[];
  readonly next?: number;
}

export function Keys({ user }: { readonly user: string }) {
  const { session } = usePageServices();
  const [after, setAfter] = useState(0);
  const [made, setMade] = useState<NewKey | undefined>(undefined);
  const ask = useCallback(
    () => session.get<KeyPage>("/keys", { user, after }),
    [session, user, after],
  );
  const { value, problem, again } = useAsked(ask);
  const onMade = (key: NewKey) => {
    setMade(key);
    again();
  };
  return (
    <Panel title={`Keys of ${user}`} problem={problem}>
      <AddKey user={user} onMade={onMade} />
      {made && <Secret made={made} onHide={() => setMade(undefined)} />}
      <KeyTable user={user} keys={value?.keys ?? []} onChange={again} />
      {value?.next !== undefined && (
        <div class="row end">
          <button type="button" onClick={() => setAfter(value.next ?? 0)}>
            Look further
          </button>
        </div>
      )}
    </Panel>
  );
}

interface KeyTableProps {
  readonly user: string;
  readonly keys: readonly KeyRow[];
  readonly onChange: () => void;
}

function KeyTable({ user, keys, onChange }: KeyTableProps) {
  const rows = keys.map(({ apiKey, permissions, ip, once, strict, revoked }) => {
    const action = { path: "/keys/revoke", body: { apiKey } };
    const says = () => `Revoked key ${apiKey} of ${user}.`;
    const asks = `Whatever ${user} signs with it is refused from the next command on, for ever.`;
    const act = { verb: "Revoke", what: apiKey, isDanger: true, asks, action, says };
    const cells = [
      <code key="k">{apiKey}</code>,
      revoked ? <Badge kind="plain">revoked</Badge> : <Badge kind="good">valid</Badge>,
      [
        ...permissions,
        ...(once ? ["each signature once"] : []),
        ...(strict ? ["strict"] : []),
      ].join(", "),
      ip.length === 0 ? "anywhere" : ip.join(", "),
      revoked ? "" : <ActionButton key="a" {...act} onDone={onChange} />,
    ];
    return [apiKey, cells] as const;
  });
  const columns = ["API key", "Status", "May", "From", "Do"];
  return <Table title={`Keys of ${user}`} columns={columns} rows={rows} none="No key." />;
}

interface AddKeyProps {
  readonly user: string;
  readonly onMade: (key: NewKey) => void;
}

const PERMISSIONS = [
  ["read,trade", "read and trade"],
  ["read", "read"],
] as const;

const SIGNATURES = [
  ["within its time", "within its time"],
  ["once", "once"],
] as const;

const UNKNOWN_FIELDS = [
  ["ignored", "ignored"],
  ["refused", "refused"],
] as const;

function AddKey({ user, onMade }: AddKeyProps) {
  const [permissions, setPermissions] = useState<"read" | "read,trade">("read,trade");
  const [taken, setTaken] = useState<"within its time" | "once">("within its time");
  const [unknown, setUnknown] = useState<"ignored" | "refused">("ignored");
  const [ip, setIp] = useState("");
  const how = { once: taken === "once", strict: unknown === "refused" };
  const may = { permissions, ip: ip.trim() || undefined, ...how };
  return (
    <ActionForm
      label={`Make a key for ${user}`}
      verb="Make key"
      action={{ path: "/keys", body: { user, ...may } }}
      says={() => `Made a key for ${user}. Its secret is shown once.`}
      onDone={onMade}
    >
      <Choice label="It may" value={permissions} choices={PERMISSIONS} onValue={setPermissions} />
      <Choice label="A signature is taken" value={taken} choices={SIGNATURES} onValue={setTaken} />
      <Choice
        label="Unknown fields are"
        value={unknown}
        choices={UNKNOWN_FIELDS}
        onValue={setUnknown}
      />
      <Field
        label="Only from (addresses, ranges)"
        placeholder="anywhere"
        value={ip}
        onValue={setIp}
        isRequired={false}
      />
    </ActionForm>
  );
}

/** It is in this page alone, until it is hidden; the exchange never shows it again. */
function Secret({ made, onHide }: { readonly made: NewKey; readonly onHide: () => void }) {
  return (
    <div class="notice good secret" role="status">
      <dl class="facts">
        <div>
          <dt>API key</dt>
          <dd>
            <code>{made.apiKey}</code>
          </dd>
        </div>
        <div>
          <dt>Secret, shown once: copy it now</dt>
          <dd>
            <code>{made.secret}</code>
          </dd>
        </div>
      </dl>
      <button type="button" onClick={onHide}>
        I have it, hide it
      </button>
    </div>
  );
}
