/**
 * Detects H.264 packets that no other picture is predicted from: a decoder may skip them without affecting other
 * pictures (ITU-T H.264, 7.4.1: nal_ref_idc is 0 for non-reference pictures, and never 0 for parameter sets).
 */
import type { EncodedPacket } from "mediabunny";

/**
 * Size in bytes of the length field before each NAL unit, from the decoder configuration record (ISO/IEC 14496-15,
 * 5.3.3.1).
 */
export function nalLengthBytes({ codec, description }: VideoDecoderConfig): number | undefined {
  if (!/^avc[13]\./.test(codec) || description === undefined) return undefined;
  const record = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const field = record[4];
  return field === undefined ? undefined : (field & 3) + 1;
}

/** @param lengthBytes `undefined`: another codec, whose packets are never treated as disposable */
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
  // A truncated packet is left to the decoder.
  return offset === data.length && offset > 0;
}
