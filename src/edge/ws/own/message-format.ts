/** How `/ws` says what a channel tells: plain JSON, every message with its place in the log. */
import { snapshotOf, updateOf } from "../../../contract/streams/answers.ts";
import { writerAround } from "../../../contract/writer.ts";
import type { MessageFormat } from "../channel.ts";
import { formatSeq } from "../seq.ts";
import { textFrame } from "../socket/frame.ts";

/** What is told is written already, by its channel. */
const snapshotText = writerAround(snapshotOf({}), "data");
const updateText = writerAround(updateOf({}), "data");

export const OWN_FORMAT: MessageFormat = {
  keeps: true,
  snapshot({ channel, seq, timeMs: time, data }) {
    return textFrame(snapshotText({ type: "snapshot", channel, seq: formatSeq(seq), time, data }));
  },
  update({ channel, seq, prev, timeMs: time, data }) {
    return textFrame(
      updateText({
        type: "update",
        channel,
        seq: formatSeq(seq),
        prev: formatSeq(prev),
        time,
        data,
      }),
    );
  },
};
