/**
 * Which packets of H.264 nothing is predicted from: a decoder may leave them out, and every other picture stays as it is
 * (ITU-T H.264, 7.4.1: nal_ref_idc is 0 for what is not a reference, and never 0 for parameter sets).
 */
import type { EncodedPacket } from "mediabunny";

/** Bytes of the length before each NAL unit, from the decoder configuration record (ISO/IEC 14496-15, 5.3.3.1). */
export function nalLengthBytes({ codec, description }: VideoDecoderConfig): number | undefined {
  if (!/^avc[13]\./.test(codec) || description === undefined) return undefined;
  const record = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const field = record[4];
  return field === undefined ? undefined : (field & 3) + 1;
}

/** @param lengthBytes `undefined`: of another codec, of which nothing is known */
export function isDisposable({ data, type }: EncodedPacket, lengthBytes: number | undefined): boolean {
  if (lengthBytes === undefined || type === "key") return false;
  let offset = 0;
  while (offset + lengthBytes < data.length) {
    let length = 0;
    for (const byte of data.subarray(offset, offset + lengthBytes)) length = length * 256 + byte;
    const header = data[offset + lengthBytes] ?? 0xff;
    if (header >> 5 !== 0) return false;
    offset += lengthBytes + length;
  }
  // What is cut off is for the decoder to judge.
  return offset === data.length && offset > 0;
}
