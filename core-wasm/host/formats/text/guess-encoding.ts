/**
 * Guesses the encoding of a text that is not UTF-8 and does not declare it: the one in which most of its letters are
 * common. Names in archives and annotation files are treated alike; a single word may be too little.
 */
export type Decode = (bytes: Uint8Array) => string | undefined;

export interface Encoding {
  /** Display name. */
  readonly title: string;
  /** Its label for `TextDecoder`; absent if that does not support it. */
  readonly label?: string;
  readonly decode: Decode;
  /** A weight for every character that is not ASCII: 1 for a common one, below 0 for an odd one. */
  readonly weigh: (raw: Uint8Array) => readonly number[];
}

/** The best of the encodings in which all texts can be read. */
export function guessEncoding(texts: readonly Uint8Array[], among: readonly Encoding[]): Encoding | undefined {
  const [best] = among
    .map((encoding) => ({ encoding, weight: weightOf(texts, encoding) }))
    .filter(({ weight }) => weight > -Infinity)
    .toSorted((a, b) => b.weight - a.weight);
  return best?.encoding;
}

/** The mean over all characters that are not ASCII; unknown for an encoding that cannot be decoded here. */
function weightOf(texts: readonly Uint8Array[], { decode, weigh }: Encoding): number {
  if (texts.some((raw) => decode(raw) === undefined)) return -Infinity;
  const weights = texts.flatMap((raw) => weigh(raw));
  return weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length);
}

export function decoderOf(encoding: string): Decode {
  return (bytes) => {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  };
}

/** Two-byte characters, whose first byte is a lead byte. */
function pairs(isLead: (byte: number) => boolean, weigh: (lead: number, trail: number) => number): Encoding["weigh"] {
  return (raw) => {
    const weights: number[] = [];
    for (let at = 0; at < raw.length; at++) {
      const byte = raw[at] ?? 0;
      if (byte < 0x80) continue;
      const isWithinWord = isLetter(raw[at - 1]) && isLetter(raw[at + 2]);
      const weight = isLead(byte) ? weigh(byte, raw[++at] ?? 0) : weigh(byte, 0);
      weights.push(isWithinWord ? weight - withinWord : weight);
    }
    return weights;
  };
}

/** A single CJK character within a word of Latin letters is more likely two accented letters. */
const withinWord = 0.8;

const isBetween = (byte: number, min: number, max: number): boolean => byte >= min && byte <= max;
const isHigh = (byte: number): boolean => byte >= 0x81;

/** The standards of China and Japan put common characters into the first rows of their tables. */
export const gbk: Encoding = {
  title: "GBK",
  label: "gb18030",
  decode: decoderOf("gb18030"),
  weigh: pairs(isHigh, (lead, trail) => {
    if (trail < 0xa1) return -1;
    if (isBetween(lead, 0xb0, 0xd7)) return 1;
    return isBetween(lead, 0xaa, 0xf7) ? 0.3 : 0.2;
  }),
};

export const shiftJis: Encoding = {
  title: "Shift-JIS",
  label: "shift_jis",
  decode: decoderOf("shift_jis"),
  weigh: pairs(
    (byte) => byte < 0xa0 || byte >= 0xe0,
    (lead) => {
      if (lead === 0x82 || lead === 0x83) return 1.2;
      if (isBetween(lead, 0x88, 0x97)) return 1;
      if (lead === 0x81) return 0.5;
      return isBetween(lead, 0xa1, 0xdf) ? -0.5 : 0.2;
    },
  ),
};

const eucJp: Encoding = {
  title: "EUC-JP",
  label: "euc-jp",
  decode: decoderOf("euc-jp"),
  weigh: pairs(isHigh, (lead) => (lead === 0xa4 || lead === 0xa5 ? 1.2 : isBetween(lead, 0xb0, 0xcf) ? 0.9 : 0)),
};

const big5: Encoding = {
  title: "Big5",
  label: "big5",
  decode: decoderOf("big5"),
  weigh: pairs(isHigh, (lead) => (isBetween(lead, 0xa4, 0xc6) ? 1 : isBetween(lead, 0xc9, 0xf9) ? 0.2 : -0.5)),
};

/** Hangul occupy the first third of the Chinese range: a few of them are not conclusive. */
const eucKr: Encoding = {
  title: "EUC-KR",
  label: "euc-kr",
  decode: decoderOf("euc-kr"),
  weigh: (raw) => {
    const weights = pairs(isHigh, (lead) => (isBetween(lead, 0xb0, 0xc8) ? 1.05 : -0.5))(raw);
    return weights.length < 3 ? weights.map((weight) => weight - 0.1) : weights;
  },
};

const cyrillic: Encoding = {
  title: "Windows-1251",
  label: "windows-1251",
  decode: decoderOf("windows-1251"),
  weigh: (raw) =>
    highBytes(raw, (byte, before, after) => {
      const isAfterLetter = before >= 0xc0;
      // A single one is an accented letter.
      if (!isAfterLetter && after < 0xc0) return 0.2;
      if (byte >= 0xe0 || byte === 0xb8) return isAfterLetter ? 1 : 0.6;
      if (byte >= 0xc0 || byte === 0xa8) return before >= 0xe0 ? -0.5 : isAfterLetter ? 0.5 : 0.8;
      return -1;
    }),
};

/** Accented letters occur one at a time, among letters of ASCII. */
const western: Encoding = {
  title: "Windows-1252",
  label: "windows-1252",
  decode: decoderOf("windows-1252"),
  weigh: (raw) =>
    highBytes(raw, (byte, before, after) => {
      const isMarked = byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7;
      if (isMarked || [0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f].includes(byte)) {
        if (before >= 0x80 || after >= 0x80) return isLetter(before) || isLetter(after) ? 0.5 : 0;
        return isLetter(before) || isLetter(after) ? 1 : 0.3;
      }
      const isSign = byte >= 0xa0 || [0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97].includes(byte);
      return isSign ? 0.3 : -1;
    }),
};

/** Encodings of Windows programs in the countries whose annotations we have met. */
export const encodingsOfTexts: readonly Encoding[] = [western, gbk, shiftJis, eucJp, big5, eucKr, cyrillic];

export const isLetter = (byte = 0): boolean => isBetween(byte, 0x41, 0x5a) || isBetween(byte, 0x61, 0x7a);

function highBytes(raw: Uint8Array, weigh: (byte: number, before: number, after: number) => number): readonly number[] {
  const weights: number[] = [];
  raw.forEach((byte, at) => {
    if (byte >= 0x80) weights.push(weigh(byte, raw[at - 1] ?? 0, raw[at + 1] ?? 0));
  });
  return weights;
}
