/**
 * What must hold of a simulated cluster when all is healed: the log has what clients were told and nothing that they were told it
 * has not, every epoch was claimed once, and all nodes are one, to the byte of their copies.
 */
import { type Command, decodeCommands } from "../../../src/core/engine/codec.ts";
import { decodeBatch } from "../../../src/log/batch.ts";
import type { Cursor } from "../../../src/log/log.ts";
import { segmentPath } from "../../../src/log/segment/segments.ts";
import { digestOf } from "../../../src/runtime/replica/replay.ts";
import type { StoredRow } from "../../support/simulated-postgres.ts";
import { hashOfSequencer } from "../../support/state-hash.ts";
import type { Sent } from "./clients.ts";
import type { SimulatedNode } from "./simulated-node.ts";

/** The commands of clients in the log, by their id: where each stands. */
function placesIn(rows: readonly StoredRow[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const row of rows.slice(1)) {
    const decoded = decodeBatch(row.bytes);
    if (!decoded.ok) throw new Error(`row ${row.number} is not sound: ${decoded.problem}`);
    let position = row.first;
    for (const command of decodeCommands(decoded.batch.payload, row.count)) {
      const id = idOf(command);
      places.set(id, [...(places.get(id) ?? []), position]);
      position++;
    }
  }
  return places;
}

function idOf(command: Command): string {
  if (command.type === "PlaceOrder") return command.clientId;
  return command.type === "Deposit" ? command.id : "";
}

/** LOG-DUR-1: what each was told, against the log. */
export function brokenPromises(sent: readonly Sent[], rows: readonly StoredRow[]): string[] {
  const places = placesIn(rows);
  return sent.flatMap(({ id, node, atMs, answer }) => {
    const found = places.get(id) ?? [];
    const told = answer?.kind ?? "nothing";
    const isRight =
      answer?.kind === "done"
        ? found.length === 1 && found[0] === answer.position
        : found.length <= (told === "unknown" || told === "nothing" ? 1 : 0);
    const what = `${id}, sent at ${atMs} through ${node}, was told ${told}`;
    return isRight ? [] : [`${what}, and is in the log at [${found.join()}]`];
  });
}

/** LOG-PG-1: epochs never go back, and each begins with a claim, which is empty. */
export function brokenEpochs(rows: readonly StoredRow[]): string[] {
  return rows.slice(1).flatMap(({ number, epoch, count }, at) => {
    const before = rows[at]?.epoch ?? 0;
    if (epoch < before) return [`row ${number} is of epoch ${epoch}, behind ${before}`];
    return epoch > before && count > 0 ? [`epoch ${epoch} begins without a claim`] : [];
  });
}

interface Standing {
  readonly end: Cursor;
  readonly digest: string;
  readonly hash: string;
}

function standingOf({ node }: SimulatedNode): Standing | undefined {
  if (!node) return undefined;
  const { high, low } = digestOf(node.state);
  return { end: node.end, digest: `${high} ${low}`, hash: hashOfSequencer(node) };
}

/** What is not alike: state, end and copies. */
export function differences(nodes: readonly SimulatedNode[], rows: readonly StoredRow[]): string[] {
  const last = Buffer.from(rows.at(-1)?.hash ?? []).toString("hex");
  const [first] = nodes.map(standingOf);
  return nodes.flatMap((one) => {
    const standing = standingOf(one);
    if (!standing || !first) return [`${one.name} does not run`];
    const { end, digest, hash } = standing;
    if (Buffer.from(end.hash).toString("hex") !== last) {
      return [`${one.name} ends at ${end.position}, and the log does not`];
    }
    if (digest !== first.digest) return [`${one.name} has another digest`];
    if (hash !== first.hash) return [`${one.name} has another state`];
    return copyDiffers(one, rows);
  });
}

/** LOG-COPY-1 */
function copyDiffers({ name, disk }: SimulatedNode, rows: readonly StoredRow[]): string[] {
  const offsets = new Map<number, number>();
  for (const { number, bytes } of rows.slice(1)) {
    const decoded = decodeBatch(bytes);
    if (!decoded.ok) return [`row ${number} is not sound`];
    const { segment } = decoded.batch;
    const offset = offsets.get(segment) ?? 0;
    const copied = disk.sectorsOf(segmentPath(segment)).read(offset, bytes.length);
    if (Buffer.compare(copied, bytes) !== 0)
      return [`the copy of ${name} has another row ${number}`];
    offsets.set(segment, offset + bytes.length);
  }
  return [];
}
