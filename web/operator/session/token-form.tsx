/** The way in: the token is typed once and tried; a refusal is shown in the server's words. */
import { useState } from "preact/hooks";
import { Brand } from "../parts/brand.tsx";
import { Form, SecretField } from "../parts/field.tsx";
import { OperatorSession, sentenceOf } from "./operator-session.ts";

interface TokenFormProps {
  /** Why the last token was refused. */
  readonly refusal: string | undefined;
  readonly onToken: (token: string) => void;
}

export function TokenForm({ refusal, onToken }: TokenFormProps) {
  const [token, setToken] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(refusal);
  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const tried = token.trim();
      await new OperatorSession(tried, () => undefined).get("/status");
      onToken(tried);
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <main class="token-form">
      <Brand />
      <p>
        The token stands in the file <code>operator-token</code> of the data directory. It is kept
        for this tab only, and forgotten when the tab is closed.
      </p>
      <Form label="Token" isDisabled={isBusy} onSubmit={() => void submit()}>
        <SecretField label="Operator's token" value={token} onValue={setToken} />
        <button type="submit">Enter</button>
      </Form>
      <div role="alert">{problem !== undefined && <p class="notice bad">{problem}</p>}</div>
    </main>
  );
}
