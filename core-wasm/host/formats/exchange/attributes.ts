/** Attribute definitions derived from the values found by a read (api/v1 section 21.2). */
import type { CoreInstance } from "../../instance.ts";
import type { DerivedAttribute } from "../../types.ts";

/** A text attribute whose values each occur this often becomes a list of choices. */
const minUses = 3;

/** How often an attribute of the table has a number, boolean or text. */
export interface AttributeUses {
  readonly name: string;
  readonly belongs: "track" | "detection";
  readonly numbers: number;
  readonly booleans: number;
  readonly texts: number;
}

/** By key: `track_name` or `detection_name`. Call it before the core releases the source. */
export function deriveAttributes(core: CoreInstance): Readonly<Record<string, DerivedAttribute>> {
  const values = valuesByAttribute(core);
  const attributes: [string, DerivedAttribute][] = [];
  for (const [attribute, uses] of attributeUses(core).entries()) {
    const { name, belongs } = uses;
    const found = core.exports.attribute_has_all_values(attribute) === 0 ? [] : (values.get(attribute) ?? []);
    const datatype = datatypeOf(uses);
    if (datatype === undefined) continue;
    const isList = datatype === "text" && found.length > 0 && found.every((value) => value.uses >= minUses);
    const key = `${belongs}_${name}`;
    const list = isList && uses.numbers + uses.booleans === 0 ? { values: found.map(({ text }) => text) } : {};
    attributes.push([key, { key, name, belongs, datatype, ...list }]);
  }
  // Keys come from files and may be `__proto__`.
  return Object.fromEntries(attributes);
}

/** All attributes of the table, by index. */
export function attributeUses(core: CoreInstance): readonly AttributeUses[] {
  const { attribute_count, attribute_is_track, attribute_name, attribute_uses } = core.exports;
  const view = core.view();
  return Array.from({ length: attribute_count() }, (_, attribute) => {
    const address = attribute_uses(attribute) >>> 0;
    return {
      name: core.sliceText(attribute_name(attribute)),
      belongs: attribute_is_track(attribute) === 0 ? "detection" : "track",
      numbers: view.getUint32(address, true),
      booleans: view.getUint32(address + 4, true),
      texts: view.getUint32(address + 8, true),
    };
  });
}

function datatypeOf({ numbers, booleans, texts }: AttributeUses): DerivedAttribute["datatype"] | undefined {
  if (numbers + booleans + texts === 0) return undefined;
  if (booleans + texts === 0) return "number";
  return numbers + texts === 0 ? "boolean" : "text";
}

interface ValueUse {
  readonly text: string;
  readonly uses: number;
}

function valuesByAttribute(core: CoreInstance): Map<number, ValueUse[]> {
  const { value_count, value_text, value_attribute, value_uses } = core.exports;
  const byAttribute = new Map<number, ValueUse[]>();
  for (let value = 0; value < value_count(); value++) {
    const attribute = value_attribute(value);
    const list = byAttribute.get(attribute) ?? [];
    list.push({ text: core.sliceText(value_text(value)), uses: value_uses(value) });
    byAttribute.set(attribute, list);
  }
  return byAttribute;
}
