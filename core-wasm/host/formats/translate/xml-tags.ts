/** The elements of an XML text one after another, without a parser, for formats whose elements are few. */

export interface XmlTag {
  /** Without its namespace. */
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

export function xmlTags(text: string): readonly XmlTag[] {
  const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
  return [...text.replaceAll(/<!--[^]*?-->/g, "").matchAll(/<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)([^<>]*)>/g)].map(
    ([, name = "", attributes = ""]) => ({
      name,
      values: Object.fromEntries(
        [...attributes.matchAll(attribute)].map(([, key = "", one, other]) => [key, plain(one ?? other ?? "")]),
      ),
    }),
  );
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "");
