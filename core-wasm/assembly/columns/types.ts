/**
 * The type table: every type name once, UTF-8, in the order of first use. The position is the type index, which never
 * changes while the core lives. The filter has a rule for each of them.
 */
import { allocate } from "../memory/arena";
import { heapCopy } from "../memory/heap";
import { Slice } from "../memory/slice";
import { createTextMap, moveText, putTextInMap, textAt, textMapCount } from "../memory/text-map";

/**
 * The rules of a filter are one block, the same as host/queries/filter-rules.ts writes: first a rule for types that come
 * later, then one for each type. A rule is a threshold (f64), whether the type is checked (u32), and the type above it in
 * the hierarchy + 1 or 0 (u32), in whose place the first rule has the bits of the filter as a whole.
 */
const RULE_BITS: usize = 4;
const RULE_BYTES: usize = 1 << 4;
const CHECKED: usize = 8;
const PARENT: usize = 12;
const FILTER_BITS: usize = 12;
const PREVENT_CASCADE: u32 = 1;
const HAS_HIERARCHY: u32 = 2;

/** No type is above. */
const NO_PARENT: u32 = 0xffffffff;

let names: usize = 0;
/** The rules of what is shown. */
export let shownRules: usize = 0;
/** Types that they have room for: at least one more than there are, so that `unknown` may join while tracks are judged. */
let ruleCapacity: u32 = 0;
export let typeCount: u32 = 0;

export function clearTypes(): void {
  names = createTextMap();
  ruleCapacity = 0;
  typeCount = 0;
  growRules();
  store<f64>(shownRules, 0);
  store<u32>(shownRules, 1, CHECKED);
  store<u32>(shownRules, 0, FILTER_BITS);
}

/** The index of a type name, which is added when it is new. The name is copied. */
export function internType(start: usize, length: usize): u32 {
  const type = putTextInMap(names, 0, start, length);
  if (type < typeCount) return type;
  moveText(names, type, heapCopy(start, length));
  typeCount = textMapCount(names);
  memory.copy(ruleOf(shownRules, type), shownRules, RULE_BYTES);
  store<u32>(ruleOf(shownRules, type), 0, PARENT);
  // Only once the rule is stored: rules that move stay valid at their old address.
  if (typeCount == ruleCapacity) growRules();
  return type;
}

export function typeName(type: u32): Slice {
  return textAt(names, type);
}

/** Takes over the rules of as many types as there are. */
export function setShownRules(rules: usize): void {
  memory.copy(shownRules, rules, ruleOf(0, typeCount));
}

export function preventsCascade(rules: usize): bool {
  return (load<u32>(rules, FILTER_BITS) & PREVENT_CASCADE) != 0;
}

/** Whether some type is above another one. */
export function hasHierarchy(rules: usize): bool {
  return (load<u32>(rules, FILTER_BITS) & HAS_HIERARCHY) != 0;
}

export function typeThreshold(rules: usize, type: u32): f64 {
  return load<f64>(ruleOf(rules, type));
}

export function isTypeChecked(rules: usize, type: u32): bool {
  return load<u32>(ruleOf(rules, type), CHECKED) != 0;
}

/** Whether a type is another one, or somewhere below it. There are no loops. */
export function isTypeWithin(rules: usize, type: u32, above: u32): bool {
  let at = type;
  while (at != above) {
    if (at == NO_PARENT) return false;
    at = load<u32>(ruleOf(rules, at), PARENT) - 1;
  }
  return true;
}

function ruleOf(rules: usize, type: u32): usize {
  return rules + (((<usize>type) + 1) << RULE_BITS);
}

function growRules(): void {
  const capacity = ruleCapacity * 2 + 64;
  const moved = allocate(ruleOf(0, capacity));
  if (ruleCapacity > 0) memory.copy(moved, shownRules, ruleOf(0, ruleCapacity));
  shownRules = moved;
  ruleCapacity = capacity;
}
