/**
 * The operator's token in this browser: in `sessionStorage` and nowhere else. It may move money, so it
 * must not outlive the tab or be shared with others, as `localStorage` would be; and it must never be
 * sent by the browser of its own accord, as a cookie would be, also at the request of a foreign page.
 * What stays in memory alone would have to be typed again at every reload.
 */

const NAME = "bourse-operator-token";

export function keptToken(): string | undefined {
  return sessionStorage.getItem(NAME) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(NAME, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(NAME);
}
