/** How `/ws` says what a channel tells: plain JSON, every message with its place in the log. */
import type { MessageFormat } from "../channel.ts";
import { textFrame } from "../frame.ts";
import { formatSeq } from "../seq.ts";

export const OWN_FORMAT: MessageFormat = {
  keeps: true,
  snapshot({ channel, seq, timeMs, data }) {
    const where = `"channel":"${channel}","seq":"${formatSeq(seq)}","time":${timeMs}`;
    return textFrame(`{"type":"snapshot",${where},"data":${data}}`);
  },
  update({ channel, seq, prev, timeMs, data }) {
    const where = `"channel":"${channel}","seq":"${formatSeq(seq)}","prev":"${formatSeq(prev)}"`;
    return textFrame(`{"type":"update",${where},"time":${timeMs},"data":${data}}`);
  },
};
