/**
 * Names of files in a zip archive. The format knows UTF-8, which an archive says of each name, and the code page of the
 * first IBM PC; programs for Windows write the code page of their country and say nothing. All names of an archive that
 * say nothing are of one encoding: the one in which most of their letters are common ones.
 */
import {
  decoderOf,
  gbk,
  guessEncoding,
  isLetter,
  shiftJis,
  type Decode,
  type Encoding,
} from "../text/guess-encoding.ts";

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

function encodingOf(names: readonly Uint8Array[]): Decode {
  const utf8 = decoderOf("utf-8");
  if (names.every((raw) => utf8(raw) !== undefined)) return utf8;
  return guessEncoding(names, encodings)?.decode ?? decodeIbm;
}

/** The last in Latin letters, which come among letters of ASCII. */
const encodings: readonly Encoding[] = [gbk, shiftJis, { title: "IBM 437", decode: decodeIbm, weigh: weighIbm }];

const isAscii = (raw: Uint8Array): boolean => raw.every((byte) => byte < 0x80);

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
