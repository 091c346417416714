/**
 * What a command handler is given beside the state and the command: the time of its batch and the
 * place where its events go. The engine has no other clock and no other way out.
 */

/** Takes events; an array is one. */
export interface Sink<Event> {
  push(event: Event): unknown;
}

export interface CommandContext<Event> {
  readonly timeMs: number;
  readonly events: Sink<Event>;
}
