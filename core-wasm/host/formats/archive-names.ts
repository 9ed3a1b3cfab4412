/**
 * Names of files in a zip archive. The format knows UTF-8, which an archive says of each name, and the code page of the
 * first IBM PC; programs for Windows write the code page of their country and say nothing. All names of an archive that
 * say nothing are of one encoding: the one in which most of their letters are common ones.
 */
export interface ArchiveName {
  readonly raw: Uint8Array;
  /** Where the archive says that it is UTF-8, or what it is. */
  readonly name?: string;
}

export function decodeArchiveNames(names: readonly ArchiveName[]): readonly string[] {
  const unsaid = names.filter(({ raw, name }) => name === undefined && !isAscii(raw));
  const decode = unsaid.length === 0 ? decoderOf("utf-8") : encodingOf(unsaid.map(({ raw }) => raw));
  return names.map(({ raw, name }) => name ?? decode(raw) ?? decodeIbm(raw));
}

type Decode = (bytes: Uint8Array) => string | undefined;

function encodingOf(names: readonly Uint8Array[]): Decode {
  const utf8 = decoderOf("utf-8");
  if (names.every((raw) => utf8(raw) !== undefined)) return utf8;
  const [best] = candidates
    .map(({ decode, weigh }) => ({
      decode,
      weight: weightOf(names, decode, weigh),
    }))
    .toSorted((a, b) => b.weight - a.weight);
  return best?.decode ?? decodeIbm;
}

/** How likely a text is, by the bytes of a character that is not ASCII: 1 for a common one, below 0 for an odd one. */
type Weigh = (lead: number, trail: number) => number;

/** The mean over all letters that are not ASCII; nothing can be said of an encoding that cannot be read. */
function weightOf(names: readonly Uint8Array[], decode: Decode, weigh: (raw: Uint8Array) => readonly number[]): number {
  if (names.some((raw) => decode(raw) === undefined)) return -Infinity;
  const weights = names.flatMap((raw) => weigh(raw));
  return weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length);
}

/** Characters of two bytes, the first of which is a lead byte. */
function pairs(isLead: (byte: number) => boolean, weigh: Weigh): (raw: Uint8Array) => readonly number[] {
  return (raw) => {
    const weights: number[] = [];
    for (let at = 0; at < raw.length; at++) {
      const byte = raw[at] ?? 0;
      if (byte < 0x80) continue;
      weights.push(isLead(byte) ? weigh(byte, raw[++at] ?? 0) : weigh(byte, 0));
    }
    return weights;
  };
}

/** The rows that the standards of China and Japan give to common characters come first in their tables. */
const candidates: readonly {
  readonly decode: Decode;
  readonly weigh: (raw: Uint8Array) => readonly number[];
}[] = [
  {
    decode: decoderOf("gb18030"),
    weigh: pairs(
      (byte) => byte >= 0x81,
      (lead, trail) => (trail < 0xa1 ? -1 : lead >= 0xb0 && lead <= 0xd7 ? 1 : lead > 0xa9 && lead < 0xf8 ? 0.3 : 0.2),
    ),
  },
  {
    decode: decoderOf("shift_jis"),
    weigh: pairs(
      (byte) => byte < 0xa0 || byte >= 0xe0,
      (lead) =>
        lead === 0x82 || lead === 0x83
          ? 1.2
          : lead >= 0x88 && lead <= 0x97
            ? 1
            : lead === 0x81
              ? 0.5
              : lead >= 0xa1 && lead <= 0xdf
                ? -0.5
                : 0.2,
    ),
  },
  // In Latin letters, which come among letters of ASCII.
  { decode: decodeIbm, weigh: weighIbm },
];

function decoderOf(encoding: string): Decode {
  return (bytes) => {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  };
}

const isAscii = (raw: Uint8Array): boolean => raw.every((byte) => byte < 0x80);
const isLetter = (byte = 0): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

function weighIbm(raw: Uint8Array): readonly number[] {
  return [...raw].flatMap((byte, at) => {
    if (byte < 0x80) return [];
    if (byte > 0xa5 && byte !== 0xe1) return [-1];
    return [isLetter(raw[at - 1]) || isLetter(raw[at + 1]) ? 1 : 0.1];
  });
}

/** Code page 437, from 128 on. */
const ibmCharacters =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

function decodeIbm(raw: Uint8Array): string {
  return [...raw]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : (ibmCharacters[byte - 0x80] ?? "?")))
    .join("");
}
