/**
 * Which packets of a video are pictures. VP8 has others: references for prediction, which are decoded and never shown.
 * Encoders write them at the time of the next picture, where two packets with one time are one picture, or just after
 * the one before.
 */

interface Packet {
  /** Seconds. */
  readonly timestamp: number;
}

/** Reads the packet at a time, seconds. */
type ReadPacket = (timestamp: number) => Promise<{ readonly data: Uint8Array } | null>;

/** Whether a packet of VP8 is only a reference. @see RFC 6386, section 9.1: the bit `show_frame` */
export const isHiddenVp8 = (data: Uint8Array): boolean => data.length > 0 && (data[0]! & 0x10) === 0;

/** @param packets of VP8, in any order; only those much closer to another one than usual are read */
export async function withoutHidden<P extends Packet>(packets: readonly P[], read: ReadPacket): Promise<readonly P[]> {
  const times = Float64Array.from(packets, ({ timestamp }) => timestamp).toSorted();
  const gaps = times.subarray(1).map((time, before) => time - times[before]!);
  const positive = gaps.filter((gap) => gap > 0).toSorted();
  const usual = positive[positive.length >> 1] ?? 0;
  const hidden = new Set<number>();
  for (const [index, time] of times.entries()) {
    const gap = Math.min(gaps[index - 1] ?? usual, gaps[index] ?? usual);
    // Two packets with one time are one picture.
    if (gap === 0 || gap >= usual / 2) continue;
    const packet = await read(time);
    if (packet !== null && isHiddenVp8(packet.data)) hidden.add(time);
  }
  return hidden.size === 0 ? packets : packets.filter(({ timestamp }) => !hidden.has(timestamp));
}
