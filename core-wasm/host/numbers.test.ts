/**
 * The core's number parser and printers against JavaScript's, bit for bit. WAKELINE_NUMBERS sets the number of values
 * each way (default 300000; occasionally 7000000).
 */
import { expect, test } from "vitest";
import { bareInstance } from "./testing/cores.ts";

const numberCount = Number(process.env["WAKELINE_NUMBERS"] ?? 300_000);
const batchSize = 50_000;
const batches = Math.ceil(numberCount / batchSize);
/** A million values take seconds on an idle machine, and many times that on a busy one. */
const patient = { timeout: 180_000 + numberCount / 10 };

/** Random 64-bit patterns as f64, without infinities and NaN; the same in every run (xorshift). */
function* randomDoubles(seed: bigint): Generator<number> {
  const view = new DataView(new ArrayBuffer(8));
  let state = seed;
  while (true) {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    view.setBigUint64(0, state);
    const value = view.getFloat64(0);
    if (Number.isFinite(value)) yield value;
  }
}

/** Numbers as annotation files have them: few digits, small exponents, many of them exact halves or near powers. */
function* ordinaryNumbers(seed: bigint): Generator<number> {
  let index = 0;
  for (const value of randomDoubles(seed)) {
    const unit = Math.abs(value % 1) || 0.5;
    yield [
      Math.round(unit * 1e6),
      Math.round(unit * 1e5) / 100,
      Math.round(unit * 1e6) / 1e6,
      unit * 2000 - 1000,
      unit * 10 ** (index % 40),
      unit / 10 ** (index % 40),
      2 ** ((index % 2098) - 1074),
      -(10 ** ((index % 632) - 323)),
    ][index % 8] as number;
    index++;
  }
}

/** Decimal texts of many shapes: long, short, with and without exponents, near halves of the last bit. */
function* decimalTexts(seed: bigint): Generator<string> {
  let index = 0;
  for (const value of randomDoubles(seed)) {
    const digits = String(Math.abs(value))
      .replace(/[^0-9]/g, "")
      .padEnd(25, "4739182650");
    const length = 1 + (index % 24);
    const point = index % (length + 1);
    const exponent = ((index * 7) % 700) - 350;
    yield [
      digits.slice(0, length),
      `${digits.slice(0, point)}.${digits.slice(point, length + 1)}`,
      `-${digits.slice(0, 1)}.${digits.slice(1, length + 1)}e${exponent}`,
      `${digits.slice(0, length)}E+${index % 300}`,
      (value * 1.0000001).toPrecision(1 + (index % 21)),
      `0.${"0".repeat(index % 30)}${digits.slice(0, length)}`,
    ][index % 6] as string;
    index++;
  }
}

/** JavaScript's text of a number with any bits. */
function* shortestTexts(seed: bigint): Generator<string> {
  for (const value of randomDoubles(seed)) yield String(value);
}

/**
 * Texts exactly half way between two neighboring f64, and slightly above and below: here the last of up to 767 digits
 * decides the rounding.
 */
function* halfwayTexts(seed: bigint): Generator<string> {
  const view = new DataView(new ArrayBuffer(8));
  for (const value of randomDoubles(seed)) {
    view.setFloat64(0, Math.abs(value));
    const bits = view.getBigUint64(0);
    // Mostly ordinary magnitudes: others have very many digits.
    const exponent = (bits & 63n) === 0n ? bits >> 52n : 1023n - 40n + ((bits >> 52n) % 100n);
    if (exponent >= 2046n) continue;
    const text = halfwayText(bits & 0xfffffffffffffn, exponent);
    yield text;
    yield `${text.includes(".") ? text : `${text}.`}0000000000001`;
    yield justBelow(text);
  }
}

/** The midpoint between the f64 of this fraction and exponent and the next one, with all its digits. */
function halfwayText(fraction: bigint, exponent: bigint): string {
  const mantissa = ((exponent === 0n ? fraction : fraction | (1n << 52n)) << 1n) + 1n;
  const power = Number(exponent === 0n ? 1n : exponent) - 1076;
  if (power >= 0) return String(mantissa << BigInt(power));
  // m / 2^n = m * 5^n / 10^n
  const digits = String(mantissa * 5n ** BigInt(-power)).padStart(1 - power, "0");
  return `${digits.slice(0, power)}.${digits.slice(power)}`;
}

/** One less in the last place, followed by nines; the last digit is a 5 or, for an integer, not zero. */
function justBelow(text: string): string {
  if (!/[1-9]$/.test(text)) return text;
  const less = `${text.slice(0, -1)}${Number(text.at(-1)) - 1}`;
  return `${less}${text.includes(".") ? "" : "."}9999999999999`;
}

function take<T>(source: Iterator<T>, count: number): T[] {
  return Array.from({ length: count }, () => source.next().value as T);
}

/** Prints in batches and returns the texts. */
function printAll(values: readonly number[], style: "js" | "python"): string[] {
  const core = bareInstance();
  const print = style === "js" ? core.exports.number_print_js : core.exports.number_print_python;
  let p = core.exports.transfer_open(values.length * 48);
  const start = p;
  for (const value of values) {
    p = print(p, value);
    core.bytes()[p++] = 10;
  }
  return core.text(start, p - start - 1).split("\n");
}

function parseAll(texts: readonly string[]): number[] {
  const core = bareInstance();
  const start = core.transfer(new TextEncoder().encode(`${texts.join("\n")}\n`));
  let p = start;
  return texts.map((text) => {
    const value = core.exports.number_parse(p);
    // The whole text was read, and nothing more.
    if (core.exports.number_end.value - p !== text.length) return NaN;
    p += text.length + 1;
    return value;
  });
}

function mismatches<T>(actual: readonly T[], expected: readonly T[]): unknown[] {
  return expected
    .flatMap((value, index) => (Object.is(value, actual[index]) ? [] : [[value, actual[index]]]))
    .slice(0, 5);
}

test("prints f64 as JavaScript does", patient, () => {
  const sources = [randomDoubles(88172645463325252n), ordinaryNumbers(7n)];
  let count = 0;
  for (let batch = 0; batch < batches; batch++) {
    const values = take(sources[batch % 2] as Iterator<number>, batchSize);
    expect(mismatches(printAll(values, "js"), values.map(String))).toEqual([]);
    count += values.length;
  }
  expect(count).toBeGreaterThanOrEqual(numberCount);
});

test("parses decimal texts as JavaScript does", patient, () => {
  const sources = [decimalTexts(362436069n), halfwayTexts(2463534242n), shortestTexts(17n)];
  let count = 0;
  for (let batch = 0; batch < batches; batch++) {
    const texts = take(sources[batch % 3] as Iterator<string>, batchSize);
    expect(mismatches(parseAll(texts), texts.map(Number))).toEqual([]);
    count += texts.length;
  }
  expect(count).toBeGreaterThanOrEqual(numberCount);
});

test("reads back what it prints", () => {
  const values = take(randomDoubles(521288629n), batchSize);
  expect(mismatches(parseAll(printAll(values, "js")), values)).toEqual([]);
});

test.each([
  [1, "1.0"],
  [0.1, "0.1"],
  [-2.5, "-2.5"],
  [1e-5, "1e-05"],
  [0.0001, "0.0001"],
  [123456789012345680, "1.2345678901234568e+17"],
  [1e16, "1e+16"],
  [9007199254740992, "9007199254740992.0"],
  [1.5e300, "1.5e+300"],
  [5e-324, "5e-324"],
  [12.5, "12.5"],
  [0, "0.0"],
  [-0, "-0.0"],
])("prints %d as Python does: %s", (value, expected) => {
  expect(printAll([value], "python")).toEqual([expected]);
});

test("prints like Python's repr: its thresholds, JavaScript's digits", patient, () => {
  const values = [...take(ordinaryNumbers(99n), batchSize), ...take(randomDoubles(3n), batchSize)];
  expect(mismatches(printAll(values, "python"), values.map(pythonRepr))).toEqual([]);
});

/** Python switches to exponents below 1e-4 and from 1e16, and writes at least two digits of exponent. */
function pythonRepr(value: number): string {
  const [mantissa = "", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (value !== 0 && (exponent < -4 || exponent >= 16)) {
    return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  const text = Object.is(value, -0) ? "-0" : String(value);
  if (text.includes("e")) return value.toFixed(20).replace(/0+$/, "");
  return text.includes(".") ? text : `${text}.0`;
}

test.each(["", "-", "+", ".", "e5", "-.", "abc", " 1"])("finds no number in %j", (text) => {
  const core = bareInstance();
  const start = core.transfer(new TextEncoder().encode(`${text}\n`));
  expect(core.exports.number_parse(start)).toBeNaN();
  expect(core.exports.number_end.value).toBe(start);
});
