/** What a preview answers instead of an estimate: the engine's own reason, and the numbers behind it. */
import type { FuturesPlaceReject } from "../engine/futures/futures-commands.ts";
import type { PlaceReject } from "../engine/spot/spot.ts";

export type Reason = PlaceReject | FuturesPlaceReject;

export interface RefusedPreview<Why extends Reason> {
  readonly ok: false;
  readonly reason: Why;
  readonly had?: string;
  readonly needed?: string;
  /** It is the moment of its trigger that may refuse it; it is taken now. */
  readonly isLater?: true;
}
