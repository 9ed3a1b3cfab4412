/**
 * The type table: every type name once, UTF-8, in the order of first use. A name's position is its type index, which
 * never changes during the life of the core. The filter has one rule per type.
 */
import { allocate } from "../memory/arena";
import { heapCopy } from "../memory/heap";
import { Slice } from "../memory/slice";
import { createTextMap, moveText, putTextInMap, textAt, textMapCount } from "../memory/text-map";

/**
 * The rules of a filter are one block, laid out as host/queries/filter-rules.ts writes it: first a default rule for
 * types added later, then one per type. A rule is a threshold (f64), whether the type is checked (u32), and its parent
 * type in the hierarchy + 1, or 0 (u32). In the default rule, the last field holds the flags of the filter as a whole.
 */
const RULE_BITS: usize = 4;
const RULE_BYTES: usize = 1 << 4;
const CHECKED: usize = 8;
const PARENT: usize = 12;
const FILTER_BITS: usize = 12;
const PREVENT_CASCADE: u32 = 1;
const HAS_HIERARCHY: u32 = 2;

/** The type has no parent. */
const NO_PARENT: u32 = 0xffffffff;

let names: usize = 0;
/** The rules of the display filter. */
export let shownRules: usize = 0;
/**
 * How many types the rules have room for: always at least one more than exist, so that `unknown` can be added while
 * tracks are evaluated.
 */
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

/** The index of a type name. A new name is copied and added. */
export function internType(start: usize, length: usize): u32 {
  const type = putTextInMap(names, 0, start, length);
  if (type < typeCount) return type;
  moveText(names, type, heapCopy(start, length));
  typeCount = textMapCount(names);
  memory.copy(ruleOf(shownRules, type), shownRules, RULE_BYTES);
  store<u32>(ruleOf(shownRules, type), 0, PARENT);
  // Only after the rule is stored: the old address stays valid when the rules move.
  if (typeCount == ruleCapacity) growRules();
  return type;
}

export function typeName(type: u32): Slice {
  return textAt(names, type);
}

/** Sets the rules; the block must have one for each type. */
export function setShownRules(rules: usize): void {
  memory.copy(shownRules, rules, ruleOf(0, typeCount));
}

export function preventsCascade(rules: usize): bool {
  return (load<u32>(rules, FILTER_BITS) & PREVENT_CASCADE) != 0;
}

/** Whether any type has a parent. */
export function hasHierarchy(rules: usize): bool {
  return (load<u32>(rules, FILTER_BITS) & HAS_HIERARCHY) != 0;
}

export function typeThreshold(rules: usize, type: u32): f64 {
  return load<f64>(ruleOf(rules, type));
}

export function isTypeChecked(rules: usize, type: u32): bool {
  return load<u32>(ruleOf(rules, type), CHECKED) != 0;
}

/** Whether `type` is `above` or one of its descendants. The hierarchy has no cycles. */
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
