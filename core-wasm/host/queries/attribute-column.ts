/** The values of one attribute, for all tracks or one, decoded by the core. */
import { encodeText, type CoreInstance } from "../instance.ts";
import type { AttributeKey } from "../types.ts";

/** ColumnKind of assembly/formats/attribute-column.ts. */
export const ValueKind = { none: 0, number: 1, boolean: 2, text: 3, other: 4 } as const;

/** One value per track, or per stored detection, in the order of the core. Copies. */
export interface AttributeColumn {
  /** A number; 0 or 1 for a boolean; an index into `texts`. */
  readonly values: Float64Array;
  /** One `ValueKind` each. Null counts as no value; lists and objects are `other`. */
  readonly kinds: Uint8Array;
  readonly texts: readonly string[];
}

/**
 * The column of the core's tracks `first` .. `end` - 1. Dead tracks are included for attributes of tracks, and left out
 * otherwise.
 */
export function readColumn(core: CoreInstance, key: AttributeKey, first: number, end: number): AttributeColumn {
  const { exports } = core;
  exports.attribute_open_path();
  const path = key.user === undefined ? [key.attribute] : ["userAttributes", key.user, key.attribute];
  for (const name of path) {
    const bytes = encodeText(name);
    exports.attribute_add_to_path(core.transfer(bytes), bytes.length);
  }
  const count = exports.attribute_make_column(Number(key.belongs === "track"), first, end);
  const start = exports.transfer_start.value >>> 0;
  const { buffer } = exports.memory;
  const values = new Float64Array(buffer, start, count).slice();
  const kinds = new Uint8Array(buffer, start + count * 8, count).slice();
  return { values, kinds, texts: readTexts(core, values, kinds) };
}

/** The texts are numbered in the order of first use. */
function readTexts(core: CoreInstance, values: Float64Array, kinds: Uint8Array): readonly string[] {
  const texts: string[] = [];
  for (let index = 0; index < kinds.length; index++) {
    if (kinds[index] !== ValueKind.text || values[index] !== texts.length) continue;
    texts.push(core.sliceText(core.exports.attribute_column_text(texts.length)));
  }
  return texts;
}
