/**
 * What the operator of a sandbox can do to it and could not to a real exchange: the words that the APIs
 * use. It is handed in where the server is put together, and only where the directory is a sandbox.
 */

/** SANDBOX-STATE-1 to SANDBOX-STATE-5. */
export interface StateControls {
  list(): readonly string[];
  save(name: string): Promise<SavedAt>;
  /** Resolves when the exchange goes on from there. */
  load(name: string, request: number): Promise<LoadedAt>;
  remove(name: string): Promise<void>;
  reset(): Promise<LoadedAt>;
}

export interface SavedAt {
  readonly name: string;
  readonly position: number;
  readonly timeMs: number;
}

export type LoadedAt = Omit<SavedAt, "name">;

/** SANDBOX-CLOCK-3: told that there is a time to be reached. */
export interface ClockControls {
  go(): void;
}
