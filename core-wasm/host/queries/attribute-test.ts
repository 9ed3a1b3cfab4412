/**
 * Whether a value of an attribute passes the test of a filter. Texts that spell a number also count as that number.
 */
import type { AttributeScalar, AttributeTest } from "../types.ts";

/** A test prepared for many values. Not for `top`, which concerns all tracks together. */
export interface ValueTest {
  number(value: number): boolean;
  boolean(value: boolean): boolean;
  text(value: string): boolean;
  /** A list or an object. */
  readonly other: boolean;
}

export function valueTest(test: Exclude<AttributeTest, { readonly op: "top" }>): ValueTest {
  switch (test.op) {
    case ">":
    case "<":
    case ">=":
    case "<=":
    case "range":
      return numerical(numberSpan(test));
    case "=":
      return equality(test.values);
    case "≠":
      return negated(equality(test.values));
    case "contains":
      return textual(test.values, (text, part) => text.includes(part));
    case "starts":
      return textual(test.values, (text, part) => text.startsWith(part));
    case "exists":
      return { number: () => true, boolean: () => true, text: () => true, other: true };
  }
}

/** Numbers from `min` to `max`, both included. */
export interface NumberSpan {
  readonly min: number;
  readonly max: number;
}

/** A test that only numbers pass. */
export type NumberTest = Extract<AttributeTest, { readonly op: ">" | "<" | ">=" | "<=" | "range" }>;

export function isNumberTest(test: AttributeTest): test is NumberTest {
  return "value" in test || test.op === "range";
}

/** The numbers that pass. */
export function numberSpan(test: NumberTest): NumberSpan {
  switch (test.op) {
    case ">":
      return test.value === Infinity ? emptySpan : { min: nextAbove(test.value), max: Infinity };
    case "<":
      return test.value === -Infinity ? emptySpan : { min: -Infinity, max: -nextAbove(-test.value) };
    case ">=":
      return { min: test.value, max: Infinity };
    case "<=":
      return { min: -Infinity, max: test.value };
    case "range":
      return test;
  }
}

const emptySpan: NumberSpan = { min: Infinity, max: -Infinity };

/** The next larger number. */
function nextAbove(value: number): number {
  const number = new Float64Array([value === 0 ? 0 : value]);
  const bits = new BigInt64Array(number.buffer);
  bits[0]! += value < 0 ? -1n : 1n;
  return number[0]!;
}

/** NaN for a text that does not spell a number. */
export function numberIn(text: string): number {
  return text.trim() === "" ? NaN : Number(text);
}

function numerical({ min, max }: NumberSpan): ValueTest {
  const passes = (value: number): boolean => value >= min && value <= max;
  return { number: passes, boolean: () => false, text: (value) => passes(numberIn(value)), other: false };
}

function textual(values: readonly AttributeScalar[], passes: (text: string, part: string) => boolean): ValueTest {
  const parts = values.map(String);
  const text = (value: string): boolean => parts.some((part) => passes(value, part));
  return { number: (value) => text(String(value)), boolean: (value) => text(String(value)), text, other: false };
}

function equality(values: readonly AttributeScalar[]): ValueTest {
  const texts = new Set(values.map(String));
  const givenNumbers = new Set(values.filter((value) => typeof value === "number"));
  const numbers = new Set([...givenNumbers, ...values.filter((value) => typeof value === "string").map(numberIn)]);
  // The value for a text that is not a number must not equal the number NaN.
  numbers.delete(NaN);
  return {
    number: (value) => numbers.has(value),
    boolean: (value) => texts.has(String(value)),
    text: (value) => texts.has(value) || givenNumbers.has(numberIn(value)),
    other: false,
  };
}

function negated({ number, boolean, text, other }: ValueTest): ValueTest {
  return {
    number: (value) => !number(value),
    boolean: (value) => !boolean(value),
    text: (value) => !text(value),
    other: !other,
  };
}
