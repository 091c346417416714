/**
 * A disk that may be changed only while the server still owns its directory. An archivist whose server
 * was killed learns it late; until then it must not write beside its successor.
 */
import type { Disk, DiskFile } from "../../log/disk.ts";

/** The server is gone, and another one may be at work in its directory. */
export class Orphaned extends Error {
  override readonly name = "Orphaned";
}

/** The disk, as long as it may be changed: each change first asks whether it may. */
export function guard(disk: Disk, isMine: () => boolean): Disk {
  const mine = <T>(change: () => T): T => {
    if (!isMine()) throw new Orphaned("the server is gone; its directory is left alone");
    return change();
  };
  return {
    list: (directory) => disk.list(directory),
    makeDirectory: (directory) => mine(() => disk.makeDirectory(directory)),
    open: (path, mode) =>
      mode === "read"
        ? disk.open(path, mode)
        : guardFile(
            mine(() => disk.open(path, mode)),
            mine,
          ),
    rename: (from, to) => mine(() => disk.rename(from, to)),
    remove: (path) => mine(() => disk.remove(path)),
    syncDirectory: (directory) => disk.syncDirectory(directory),
  };
}

function guardFile(file: DiskFile, mine: (change: () => void) => void): DiskFile {
  return {
    size: () => file.size(),
    read: (offset, length) => file.read(offset, length),
    write: (offset, bytes) => mine(() => file.write(offset, bytes)),
    sync: () => file.sync(),
    writeDurable: (offset, bytes, done) => mine(() => file.writeDurable(offset, bytes, done)),
    close: () => file.close(),
  };
}
