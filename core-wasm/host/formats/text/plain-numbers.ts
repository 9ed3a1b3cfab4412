/**
 * Numbers and rows as spreadsheets and word processors write them: with thousands separators, with blanks that do not
 * break, with wide digits, with a minus sign instead of a hyphen, and with whole rows in quotes.
 */

/** Commas before groups of three digits, as in `1,250`. */
const commaGroups = /^[-+]?[1-9]\d{0,2}(,\d{3})+$/;
/** Groups of three digits before a decimal mark, which tells that their separator is none. */
const groupsBeforePoint = /^[-+]?\d{1,3}(,\d{3})+\.\d+$/;
const groupsBeforeComma = /^[-+]?\d{1,3}(\.\d{3})+,\d+$/;
const otherGroups = /^[-+]?\d{1,3}(['’ ]\d{3})+([.,]\d+)?$/;
const numberLike = /^[-+\d\s.,'’−０-９٠-٩۰-۹]+$/;

export function isCommaGroups(cell: string): boolean {
  return commaGroups.test(cell);
}

/** Whether a text has numbers that `plainNumber` changes although its separators are usual. */
export function hasLocalizedNumbers(text: string): boolean {
  return (
    /[\u00a0\u2009\u202f]\d|\d[\u00a0\u2009\u202f]|−[\d.]|[０-９٠-٩۰-۹]/.test(text) ||
    /(^|[,;\t|"])[-+]?\d{1,3}(['’]\d{3})+/m.test(text) ||
    /"[-+]?\d{1,3}(,\d{3})+\.\d+"/.test(text)
  );
}

/** A number without what only readers need; any other cell as it is. */
export function plainNumber(cell: string): string {
  if (!/[^\d.e+-]/i.test(cell) || !numberLike.test(cell)) return cell;
  const plain = cell
    .replaceAll(/[０-９٠-٩۰-۹]/g, (digit) => String("０１２３４５６７８９٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹".indexOf(digit) % 10))
    .replaceAll("−", "-")
    .replaceAll(/\s/g, " ")
    .trim();
  if (otherGroups.test(plain)) return plain.replaceAll(/['’ ]/g, "");
  if (groupsBeforePoint.test(plain)) return plain.replaceAll(",", "");
  if (groupsBeforeComma.test(plain)) return plain.replaceAll(".", "").replace(",", ".");
  return plain;
}

/**
 * The text without the quotes around whole rows, which remain when a CSV was opened as one column and saved again;
 * `undefined`: it has none.
 */
export function withoutRowQuotes(text: string): string | undefined {
  const lines = text.split(/\r\n|\r|\n/);
  const rows = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const isQuoted = (line: string): boolean =>
    /^"(?:[^"]|"")*"[,;\t]*$/.test(line) && /[,;\t].*[,;\t].*[,;\t]/.test(line);
  if (rows.length === 0 || !rows.every(isQuoted)) return undefined;
  return lines
    .map((line) =>
      isQuoted(line)
        ? line
            .replace(/[,;\t]*$/, "")
            .slice(1, -1)
            .replaceAll('""', '"')
        : line,
    )
    .join("\n");
}

/** All numbers of a text, whatever separates them. */
export function numbersIn(text: string): readonly number[] {
  return (text.match(/[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/gi) ?? []).map(Number);
}
