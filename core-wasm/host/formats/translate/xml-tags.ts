/** The elements of an XML text one after another, without a parser, for formats whose elements are few. */

export interface XmlTag {
  /** Without its namespace. */
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A name is matched whole, here and below: otherwise a long one without an end would be tried at every length. */
const tag = /<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)(?![\w.-])([^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*)>/g;
const attribute = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

export function xmlTags(text: string): readonly XmlTag[] {
  return [...withoutParts(text, "<!--", "-->").matchAll(tag)].map(([, name = "", attributes = ""]) => ({
    name,
    values: Object.fromEntries(
      [...attributes.matchAll(attribute)].map(([, key = "", one, other]) => [key, plain(one ?? other ?? "")]),
    ),
  }));
}

/** Without the parts from `begin` to `end`; one that does not end stays. */
export function withoutParts(text: string, begin: string, end: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, from)) {
    const last = text.indexOf(end, at + begin.length);
    if (last < 0) break;
    kept.push(text.slice(from, at));
    from = last + end.length;
  }
  return kept.join("") + text.slice(from);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g, (all, name, decimal, hex) => {
    if (name !== undefined) return entities[name as string] ?? "";
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : (all as string);
  });
