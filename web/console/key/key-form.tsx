/** A key and its secret, entered once, or one that a sandbox on this machine offers. */
import { useId, useState } from "preact/hooks";
import { BourseError } from "../../../src/client/client.ts";
import type { ConsoleExchange, KeyEntry, OfferedKey } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Notice } from "../parts/notice.tsx";
import { sayError } from "../trade/form/refusal.ts";

interface KeyFormProps {
  readonly exchange: ConsoleExchange;
  done(): void;
}

export function KeyForm({ exchange, done }: KeyFormProps) {
  const offers = useLive(exchange.offers);
  const [apiKey, setApiKey] = useState("");
  const [secret, setSecret] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const signIn = async (entry: KeyEntry) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await exchange.signIn(entry);
      done();
    } catch (error) {
      setRefusal(sayRefusal(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const entry = { apiKey: apiKey.trim(), secret: secret.trim() };
    if (entry.apiKey === "" || entry.secret === "")
      setRefusal("Enter both the key and its secret.");
    else void signIn(entry);
  };
  return (
    <form class="key-sheet" onSubmit={submit} noValidate>
      <Offers offers={offers} isBusy={isBusy} take={(offer) => void signIn(offer)} />
      <KeyField label="API key" name="apiKey" value={apiKey} change={setApiKey} />
      <KeyField label="Secret" name="secret" isSecret value={secret} change={setSecret} />
      {refusal === undefined ? null : <Notice tone="bad">{refusal}</Notice>}
      <p class="dim">
        Both stay in this browser. The secret signs your requests and is never sent.
      </p>
      <div class="dialog-actions">
        <button type="submit" class="button" disabled={isBusy}>
          Sign in
        </button>
      </div>
    </form>
  );
}

const INVALID_SIGNATURE = -1022;

/** The server's words about a signature are for the authors of clients. */
function sayRefusal(error: unknown): string {
  const isForged = error instanceof BourseError && error.code === INVALID_SIGNATURE;
  return isForged ? "The secret does not belong to this key." : sayError(error);
}

interface OffersProps {
  readonly offers: readonly OfferedKey[];
  readonly isBusy: boolean;
  take(offer: OfferedKey): void;
}

function Offers({ offers, isBusy, take }: OffersProps) {
  if (offers.length === 0) return null;
  return (
    <div class="key-offers">
      <p>This sandbox has users with play money, ready to use:</p>
      {offers.map((offer) => (
        <button
          key={offer.apiKey}
          type="button"
          class="button-quiet"
          disabled={isBusy}
          onClick={() => take(offer)}
        >
          Use {offer.user}
        </button>
      ))}
    </div>
  );
}

interface KeyFieldProps {
  readonly label: string;
  readonly name: string;
  readonly isSecret?: boolean;
  readonly value: string;
  change(value: string): void;
}

function KeyField({ label, name, isSecret = false, value, change }: KeyFieldProps) {
  const id = useId();
  const attributes = {
    id,
    class: "input",
    name,
    autocomplete: "off",
    spellcheck: false,
    value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) =>
      change(event.currentTarget.value),
  } as const;
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {isSecret ? <input type="password" {...attributes} /> : <input type="text" {...attributes} />}
    </div>
  );
}
