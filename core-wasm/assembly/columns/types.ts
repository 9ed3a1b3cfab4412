/**
 * The type table: every type name once, UTF-8, in the order of first use. The position is the type index, which never
 * changes while the core lives. Beside each name lies what the filter says about it.
 */
import { allocate } from "../memory/arena";
import { heapCopy } from "../memory/heap";
import { Slice } from "../memory/slice";
import { createTextMap, moveText, putTextInMap, textAt, textMapCount } from "../memory/text-map";

/** Bytes of what the filter says: threshold (f64), checked (u32), the type above it in the hierarchy + 1 or 0 (u32). */
const FILTER_BITS: usize = 4;
const CHECKED: usize = 8;
const PARENT: usize = 12;

/** No type is above. */
export const NO_PARENT: u32 = 0xffffffff;

let names: usize = 0;
let filters: usize = 0;
let filterCapacity: u32 = 0;
export let typeCount: u32 = 0;

let defaultThreshold: f64 = 0;
let defaultChecked: bool = true;

export function clearTypes(): void {
  names = createTextMap();
  filterCapacity = 0;
  typeCount = 0;
}

/** The index of a type name, which is added when it is new. The name is copied. */
export function internType(start: usize, length: usize): u32 {
  const type = putTextInMap(names, 0, start, length);
  if (type < typeCount) return type;
  moveText(names, type, heapCopy(start, length));
  typeCount = textMapCount(names);
  if (type == filterCapacity) growFilters();
  setTypeFilter(type, defaultThreshold, defaultChecked);
  setTypeParent(type, NO_PARENT);
  return type;
}

export function typeName(type: u32): Slice {
  return textAt(names, type);
}

export function typeThreshold(type: u32): f64 {
  return load<f64>(filterOf(type));
}

export function isTypeChecked(type: u32): bool {
  return load<u32>(filterOf(type), CHECKED) != 0;
}

export function setTypeFilter(type: u32, threshold: f64, checked: bool): void {
  store<f64>(filterOf(type), threshold);
  store<u32>(filterOf(type), <u32>checked, CHECKED);
}

/** The type above it in the hierarchy, or NO_PARENT. */
export function typeParent(type: u32): u32 {
  return load<u32>(filterOf(type), PARENT) - 1;
}

/** Parents are without loops. */
export function setTypeParent(type: u32, parent: u32): void {
  store<u32>(filterOf(type), parent + 1, PARENT);
}

/** Whether a type is another one, or somewhere below it. */
export function isTypeWithin(type: u32, above: u32): bool {
  let at = type;
  while (at != above) {
    if (at == NO_PARENT) return false;
    at = typeParent(at);
  }
  return true;
}

/** What holds for types that are named by nobody, future ones included. */
export function setDefaultTypeFilter(threshold: f64, checked: bool): void {
  defaultThreshold = threshold;
  defaultChecked = checked;
}

function filterOf(type: u32): usize {
  return filters + ((<usize>type) << FILTER_BITS);
}

function growFilters(): void {
  const moved = allocate((<usize>(filterCapacity * 2 + 64)) << FILTER_BITS);
  memory.copy(moved, filters, (<usize>filterCapacity) << FILTER_BITS);
  filters = moved;
  filterCapacity = filterCapacity * 2 + 64;
}
