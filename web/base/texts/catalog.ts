/**
 * The shape of a UI text catalog, and the types that let `t` check keys and placeholders.
 *
 * A text is a string with `{name}` placeholders, or its plural forms, selected by the placeholder `count`.
 */

/** Forms by the categories of `Intl.PluralRules`; `other` is required. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Text = string | PluralForms;

/** Texts by area (a part of the product), then by key. */
export type Catalog = Readonly<Record<string, Readonly<Record<string, Text>>>>;

/** `area.key` of every text. */
export type KeyOf<C extends Catalog> = { [A in keyof C & string]: `${A}.${keyof C[A] & string}` }[keyof C & string];

/**
 * An area in another language: it must have every text, with a string for a string and forms for forms. Missing ones do
 * not compile.
 */
export type TranslatedArea<Area extends Catalog[string]> = {
  readonly [K in keyof Area]: Area[K] extends string ? string : PluralForms;
};

export type Translation<C extends Catalog> = { readonly [A in keyof C]: TranslatedArea<C[A]> };

type TextAt<C extends Catalog, Key extends string> = Key extends `${infer A}.${infer K}` ? C[A][K & keyof C[A]] : never;

type Placeholders<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;

type NamesAt<C extends Catalog, Key extends string> =
  TextAt<C, Key> extends infer T ? (T extends string ? Placeholders<T> : "count" | Placeholders<T[keyof T]>) : never;

/** The arguments of `t` after the key: none, or a value for each placeholder. */
export type ValuesFor<C extends Catalog, Key extends string> = [NamesAt<C, Key>] extends [never]
  ? []
  : [values: Readonly<Record<NamesAt<C, Key>, string | number>>];

/**
 * Placeholders for amounts, formatted as 1,234 or 1.234. Other numbers are identifiers: of a frame, a track, a
 * revision.
 */
const amounts = new Set(["count", "shown", "total"]);

/** A language's plural rules, and its format of amounts. */
export interface Counting {
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

/** Fills in the placeholders of a text. One without a value stays visible, so that it is noticed. */
export function formatText(
  text: Text,
  values: Readonly<Record<string, string | number>>,
  { plurals, numbers }: Counting,
): string {
  const template = typeof text === "string" ? text : (text[plurals.select(Number(values.count))] ?? text.other);
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" && amounts.has(name) ? numbers.format(value) : String(value);
  });
}
