/** Attribute definitions derived from the values that a read met (api/v1 section 21.2). */
import type { CoreInstance } from "../instance.ts";
import type { DerivedAttribute } from "../types.ts";

/** A text attribute whose every value occurs this often is a list to choose from. */
const LEAST_USES = 3;

interface Uses {
  readonly numbers: number;
  readonly booleans: number;
  readonly texts: number;
}

/** By key: `track_name` or `detection_name`. To be called before the core gives up the source. */
export function deriveAttributes(core: CoreInstance): Readonly<Record<string, DerivedAttribute>> {
  const { exports } = core;
  const values = valuesByAttribute(core);
  const attributes: [string, DerivedAttribute][] = [];
  for (let attribute = 0; attribute < exports.attribute_count(); attribute++) {
    const name = core.sliceText(exports.attribute_name(attribute));
    const belongs = exports.attribute_is_track(attribute) === 0 ? "detection" : "track";
    const uses = usesOf(core, attribute);
    const found = exports.attribute_has_all_values(attribute) === 0 ? [] : (values.get(attribute) ?? []);
    const datatype = datatypeOf(uses);
    if (datatype === undefined) continue;
    const isList = datatype === "text" && found.length > 0 && found.every((value) => value.uses >= LEAST_USES);
    const key = `${belongs}_${name}`;
    const list = isList && uses.numbers + uses.booleans === 0 ? { values: found.map(({ text }) => text) } : {};
    attributes.push([key, { key, name, belongs, datatype, ...list }]);
  }
  // Keys come from files, `__proto__` among them.
  return Object.fromEntries(attributes);
}

function datatypeOf({ numbers, booleans, texts }: Uses): DerivedAttribute["datatype"] | undefined {
  if (numbers + booleans + texts === 0) return undefined;
  if (booleans + texts === 0) return "number";
  return numbers + texts === 0 ? "boolean" : "text";
}

function usesOf(core: CoreInstance, attribute: number): Uses {
  const address = core.exports.attribute_uses(attribute) >>> 0;
  const view = core.view();
  return {
    numbers: view.getUint32(address, true),
    booleans: view.getUint32(address + 4, true),
    texts: view.getUint32(address + 8, true),
  };
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
