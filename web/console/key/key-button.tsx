/** The user that is signed in, and the way in and out. The key stays in this browser. */
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Dialog } from "../parts/dialog.tsx";
import { KeyForm } from "./key-form.tsx";
import { askToSignIn, isKeyOpen } from "./sign-in.ts";
import "./key.css";

export function KeyButton({ exchange }: { readonly exchange: ConsoleExchange }) {
  const key = useLive(exchange.key);
  const isOpen = useLive(isKeyOpen);
  const close = () => isKeyOpen.set(false);
  const signOut = () => {
    exchange.signOut();
    close();
  };
  return (
    <>
      <button
        type="button"
        class={key ? "button-quiet key-button" : "button key-button"}
        onClick={askToSignIn}
      >
        {key ? (key.user ?? `Key ${key.apiKey.slice(0, 6)}…`) : "Sign in"}
      </button>
      <Dialog title={key ? "Signed in" : "Sign in with a key"} isOpen={isOpen} close={close}>
        {key ? (
          <div class="key-sheet">
            <p>
              Key <code class="key-code">{key.apiKey}</code>
              {key.user ? ` of ${key.user}` : ""}. It is kept in this browser only.
            </p>
            <div class="dialog-actions">
              <button type="button" class="button" onClick={signOut}>
                Sign out and forget the key
              </button>
            </div>
          </div>
        ) : (
          <KeyForm exchange={exchange} done={close} />
        )}
      </Dialog>
    </>
  );
}
