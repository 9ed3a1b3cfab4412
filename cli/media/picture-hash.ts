/**
 * The perceptual hash of a picture: 64 bits that hardly change when it is re-encoded or scaled. Known as pHash: the 8 x
 * 8 lowest frequencies of the cosine transform of 32 x 32 gray pixels, each above or below their median.
 */

/** Width and height of the gray picture that is hashed. */
export const hashedSide = 32;
const kept = 8;

/** Row k: cos(pi / side * (n + 1/2) * k). */
const cosines = Float64Array.from({ length: kept * hashedSide }, (_, at) =>
  Math.cos((Math.PI / hashedSide) * ((at % hashedSide) + 0.5) * Math.floor(at / hashedSide)),
);

/** @param gray `hashedSide` squared bytes @returns 16 hexadecimal digits, the lowest frequency first */
export function perceptualHash(gray: Uint8Array): string {
  const frequencies = lowFrequencies(gray);
  // The first one is the brightness of the whole picture.
  const median = frequencies.slice(1).toSorted()[(kept * kept - 1) >> 1]!;
  let digits = "";
  for (let at = 0; at < frequencies.length; at += 4) {
    let digit = 0;
    for (let bit = 0; bit < 4; bit++) digit = digit * 2 + (frequencies[at + bit]! > median ? 1 : 0);
    digits += digit.toString(16);
  }
  return digits;
}

/** The number of bits in which two 64-bit hashes differ. */
export function hashDistance(a: string, b: string): number {
  let distance = 0;
  for (let at = 0; at < a.length; at += 8) {
    let bits = Number.parseInt(a.slice(at, at + 8), 16) ^ Number.parseInt(b.slice(at, at + 8), 16);
    for (; bits !== 0; bits &= bits - 1) distance++;
  }
  return distance;
}

function lowFrequencies(gray: Uint8Array): Float64Array {
  const rows = new Float64Array(hashedSide * kept);
  for (let y = 0; y < hashedSide; y++) {
    for (let k = 0; k < kept; k++) {
      let sum = 0;
      for (let x = 0; x < hashedSide; x++) sum += gray[y * hashedSide + x]! * cosines[k * hashedSide + x]!;
      rows[y * kept + k] = sum;
    }
  }
  const frequencies = new Float64Array(kept * kept);
  for (let v = 0; v < kept; v++) {
    for (let k = 0; k < kept; k++) {
      let sum = 0;
      for (let y = 0; y < hashedSide; y++) sum += rows[y * kept + k]! * cosines[v * hashedSide + y]!;
      frequencies[v * kept + k] = sum;
    }
  }
  return frequencies;
}
