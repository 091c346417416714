/** A store in memory that is treated like one on a disk, whose bits may change unasked. */
import { MemoryStore } from "../../src/runtime/history/store/memory-store.ts";

export class DiskLikeStore extends MemoryStore {
  override readonly isOnDisk = true;
}
