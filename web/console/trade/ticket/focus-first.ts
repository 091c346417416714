/** Where the eye should go when an order cannot be sent: the first field that is empty or wrong. */
export function focusFirst(event: Event): void {
  const form = event.currentTarget;
  if (!(form instanceof HTMLElement)) return;
  const inputs = [...form.querySelectorAll<HTMLInputElement>("input.figure")];
  const isWrong = (input: HTMLInputElement) => input.getAttribute("aria-invalid") === "true";
  inputs.find((input) => isMissing(input) || isWrong(input))?.focus();
}

/** Empty, and not of those that may be. */
export function isMissing({ value, dataset }: HTMLInputElement): boolean {
  return value === "" && dataset["optional"] !== "true";
}
