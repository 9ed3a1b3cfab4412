/**
 * Names of zip entries that do not declare their encoding: programs write them in that of their system. Guessed from
 * all names of an archive together, by the likelihood of their bytes in each encoding.
 */

export interface NamesRead {
  readonly decode: (name: Uint8Array) => string;
  /** Display name; `undefined`: nothing had to be guessed. */
  readonly guessed: string | undefined;
}

interface Likelihood {
  readonly log: number;
  readonly length: 1 | 2 | 3 | 4;
}

interface Encoding {
  readonly title: string;
  readonly decode: (bytes: Uint8Array) => string;
  /** How often archives without a declared encoding have it. */
  readonly prior: number;
  /** Natural logarithm of the probability of a character of one to four bytes; `undefined`: invalid. */
  readonly likelihood: (lead: number, trail: number, last: number) => Likelihood | undefined;
  /** Its letters are those of whole words, instead of single ones in words of ASCII. */
  readonly areWords?: true;
}

const strict = (label: string) => {
  const decoder = new TextDecoder(label, { fatal: true });
  return (bytes: Uint8Array): string => decoder.decode(bytes);
};

/** @param names those with bytes beyond ASCII whose entry is not marked as UTF-8 */
export function readNames(names: readonly Uint8Array[]): NamesRead {
  if (names.length === 0) return { decode: cp437, guessed: undefined };
  const scored = encodings
    .filter(({ decode }) => names.every((name) => canDecode(decode, name)))
    .map((encoding) => ({ encoding, score: scoreOf(encoding, names) }))
    .toSorted((a, b) => b.score - a.score);
  const best = scored[0]?.encoding;
  return best === undefined
    ? { decode: cp437, guessed: "code page 437" }
    : { decode: best.decode, guessed: best === utf8 ? undefined : best.title };
}

function canDecode(decode: (bytes: Uint8Array) => string, name: Uint8Array): boolean {
  try {
    decode(name);
    return true;
  } catch {
    return false;
  }
}

function scoreOf(encoding: Encoding, names: readonly Uint8Array[]): number {
  const { prior, likelihood, areWords = false } = encoding;
  let score = Math.log(prior);
  for (const name of names) {
    for (let at = 0; at < name.length;) {
      const lead = name[at] ?? 0;
      if (lead < 0x80) {
        at++;
        continue;
      }
      const found = likelihood(lead, name[at + 1] ?? 0, name[at + 2] ?? 0);
      if (found === undefined) return -Infinity;
      const [isAfter, isBefore] = [isLetter(name[at - 1]), isLetter(name[at + found.length])];
      // A letter with an accent is within a word; a two-byte character is hardly ever between two plain letters.
      const next = name[at + found.length] ?? 0;
      const isAlone = (name[at - 1] ?? 0) < 0x80 && next < 0x80;
      const isOdd =
        found.length > 1 ? isAfter && isBefore && encoding !== utf8 : areWords ? isAlone : !isAfter && !isBefore;
      const odds = (isOdd ? 1 : 0) + (found.length === 1 && isRareInNames(next) ? 1 : 0);
      score += found.log + odds * Math.log(0.05);
      at += found.length;
    }
  }
  return score;
}

/** A range of characters: their total share in texts, divided by their number. */
const among = (share: number, count: number, length: Likelihood["length"] = 2): Likelihood => ({
  log: Math.log(share / count),
  length,
});
const isLetter = (byte = 0): boolean => isIn(byte | 0x20, 0x61, 0x7a);
/** Brackets and the like, which are half of many characters of two bytes. */
const isRareInNames = (byte: number): boolean =>
  byte !== 0x5f && (byte === 0x40 || isIn(byte, 0x5b, 0x60) || isIn(byte, 0x7b, 0x7e));
const isIn = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

/** The letters in the upper half of code page 437; the rest are box-drawing characters and symbols. */
const cp437Upper =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ";

function cp437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (cp437Upper[byte - 0x80] ?? ""))).join(
    "",
  );
}

/** Written by programs of macOS and Linux, not all of which declare it. */
const utf8: Encoding = {
  title: "UTF-8",
  decode: strict("utf-8"),
  prior: 1,
  likelihood: (lead, trail, last) => {
    if (lead < 0xe0) {
      const code = ((lead & 0x1f) << 6) | (trail & 0x3f);
      if (code < 0x250) return among(0.3, 400);
      if (isIn(code, 0x300, 0x36f)) return among(0.05, 20);
      if (isIn(code, 0x386, 0x3ce)) return among(0.03, 72);
      return isIn(code, 0x400, 0x45f) ? among(0.15, 96) : among(0.05, 1000);
    }
    if (lead >= 0xf0) return among(0.01, 4000, 4);
    const code = ((lead & 0xf) << 12) | ((trail & 0x3f) << 6) | (last & 0x3f);
    if (isIn(code, 0x3040, 0x30ff)) return among(0.1, 190, 3);
    if (isIn(code, 0x4e00, 0x9fff)) return among(0.3, 8000, 3);
    return isIn(code, 0xac00, 0xd7a3) ? among(0.1, 2350, 3) : among(0.05, 20_000, 3);
  },
};

/** Small letters, and capitals at the beginning of words. */
function cyrillic(isSmall: (byte: number) => boolean, isCapital: (byte: number) => boolean): Encoding["likelihood"] {
  return (lead, trail) => {
    if (!isSmall(lead) && !isCapital(lead)) return among(0.02, 62, 1);
    const share = isSmall(lead) ? (isCapital(trail) ? 0.01 : 0.75) : isCapital(trail) ? 0.05 : 0.18;
    return among(share, 33, 1);
  };
}

const encodings: readonly Encoding[] = [
  utf8,
  {
    title: "GBK",
    decode: strict("gb18030"),
    prior: 0.3,
    likelihood: (lead, trail) => {
      if (trail < 0x40 || trail === 0x7f || lead === 0x80 || lead === 0xff) return undefined;
      if (trail < 0xa1 || isIn(lead, 0x81, 0xa0) || isIn(lead, 0xaa, 0xaf) || lead > 0xf7) return among(0.01, 14_000);
      if (lead < 0xb0) return among(0.02, 846);
      // Ordered by sound up to D7, rare ones after it.
      return lead <= 0xc8 ? among(0.5, 2350) : lead <= 0xd7 ? among(0.4, 1410) : among(0.07, 3008);
    },
  },
  {
    title: "Shift-JIS",
    decode: strict("shift_jis"),
    prior: 0.25,
    likelihood: (lead, trail) => {
      if (isIn(lead, 0xa1, 0xdf)) return among(0.01, 63, 1);
      if (trail < 0x40 || trail === 0x7f || trail > 0xfc) return undefined;
      if (lead === 0x82 || lead === 0x83) return among(0.45, 250);
      if (lead === 0x81) return among(0.04, 140);
      return isIn(lead, 0x88, 0x97) ? among(0.45, 2965) : among(0.05, 3390);
    },
  },
  {
    title: "EUC-KR",
    decode: strict("euc-kr"),
    prior: 0.15,
    likelihood: (lead, trail) => {
      if (trail < 0x41 || lead === 0x80 || lead === 0xff) return undefined;
      if (trail < 0xa1 || lead < 0xa1) return among(0.01, 8800);
      return isIn(lead, 0xb0, 0xc8) ? among(0.95, 2350) : among(0.01, 5000);
    },
  },
  {
    title: "Big5",
    decode: strict("big5"),
    prior: 0.1,
    likelihood: (lead, trail) => {
      if (trail < 0x40 || isIn(trail, 0x7f, 0xa0) || lead < 0xa1 || lead > 0xf9) return undefined;
      if (isIn(lead, 0xa4, 0xc6)) return trail < 0x7f ? among(0.35, 2205) : among(0.55, 3290);
      return among(0.08, 7652);
    },
  },
  {
    title: "code page 437",
    decode: cp437,
    prior: 0.15,
    likelihood: (lead) =>
      isIn(lead, 0x80, 0x9a) || isIn(lead, 0xa0, 0xa5) || lead === 0xe1 ? among(0.9, 34, 1) : among(0.05, 94, 1),
  },
  {
    title: "code page 866",
    decode: strict("ibm866"),
    prior: 0.1,
    areWords: true,
    likelihood: cyrillic(
      (byte) => isIn(byte, 0xa0, 0xaf) || isIn(byte, 0xe0, 0xef) || byte === 0xf1,
      (byte) => isIn(byte, 0x80, 0x9f) || byte === 0xf0,
    ),
  },
  {
    title: "Windows-1251",
    decode: strict("windows-1251"),
    prior: 0.03,
    areWords: true,
    likelihood: cyrillic(
      (byte) => byte >= 0xe0 || byte === 0xb8,
      (byte) => isIn(byte, 0xc0, 0xdf) || byte === 0xa8,
    ),
  },
  {
    title: "Windows-1252",
    decode: strict("windows-1252"),
    prior: 0.05,
    likelihood: (lead) => (lead >= 0xc0 ? among(0.9, 64, 1) : among(0.05, 64, 1)),
  },
];
