/** Why the server closes a stream: the code and the words that the client gets. */
export const CLOSINGS = {
  stopping: [1001, "the server stops"],
  binary: [1003, "messages are text"],
  too_many_messages: [1008, "too many messages"],
  banned: [1008, "this address is banned"],
  anew: [4001, "the sandbox was taken to another state: start anew"],
  key_revoked: [4002, "the key was revoked"],
  slow_reader: [4003, "slow reader: too much was sent and not read"],
  silent: [4004, "nothing was heard for too long"],
} as const satisfies Record<string, readonly [number, string]>;

export type CloseReason = keyof typeof CLOSINGS;
