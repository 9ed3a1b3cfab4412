import { expect, test } from "vitest";
import { colorForNew, colorOfType, colorsToStore, typePalette } from "./type-colors.ts";

/** How linear red, green and blue are perceived: Machado, Oliveira and Fernandes 2009, severity 1. */
const visions = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
const toXyz = [0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.072175, 0.0193339, 0.119192, 0.9503041];

type Triple = readonly [number, number, number];

function times(matrix: readonly number[], [x, y, z]: Triple): Triple {
  const row = (at: number) => matrix[at]! * x + matrix[at + 1]! * y + matrix[at + 2]! * z;
  return [row(0), row(3), row(6)];
}

function toLab(color: string, vision: readonly number[]): Triple {
  const linear = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
  const seen = times(vision, linear).map((value) => Math.min(1, Math.max(0, value))) as unknown as Triple;
  const white = [0.95047, 1, 1.08883];
  const [x, y, z] = times(toXyz, seen).map((value, at) => {
    const share = value / white[at]!;
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
  }) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test("any two colors of types differ for people with each kind of color vision", () => {
  expect(typePalette.length).toBeGreaterThanOrEqual(8);
  expect(typePalette.length).toBeLessThanOrEqual(20);
  for (const [name, vision] of Object.entries(visions)) {
    const seen = [...typePalette, colorOfType("unknown")].map((color) => toLab(color, vision));
    for (const [i, a] of seen.entries()) {
      for (const [j, b] of seen.slice(i + 1).entries()) {
        const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        expect(distance, `${typePalette[i]} and ${typePalette[i + 1 + j]}, ${name}`).toBeGreaterThan(12);
      }
    }
  }
});

test("a name has its color, and a new type takes another one only where that is taken", () => {
  expect(colorForNew("fish", new Set())).toBe(colorOfType("fish"));
  const other = colorForNew("fish", new Set([colorOfType("fish")]));
  expect(typePalette).toContain(other);
  expect(other).not.toBe(colorOfType("fish"));
  expect(colorForNew("fish", new Set(typePalette))).toBe(colorOfType("fish"));
});

test("of types with one default color all but the first are given another, and stored colors stay", () => {
  const types = Array.from({ length: typePalette.length }, (_, index) => `type ${index}`);
  const given = colorsToStore(types, {});
  const shown = types.map((type) => given[type] ?? colorOfType(type));
  expect(new Set(shown)).toEqual(new Set(typePalette));
  expect(given["type 0"]).toBeUndefined();
  expect(colorsToStore(types, Object.fromEntries(types.map((type, index) => [type, shown[index]!])))).toEqual({});
  const taken = colorOfType("fish");
  expect(colorsToStore(["fish", "unknown"], { crab: taken.toUpperCase() })).toEqual({
    fish: colorForNew("fish", new Set([taken])),
  });
  // Where nothing is free, types share their default colors.
  expect(Object.keys(colorsToStore([...types, "one more", "and more"], {}))).toEqual(Object.keys(given));
});

test("names that differ in one letter are spread over the colors", () => {
  const colors = Array.from({ length: 160 }, (_, index) => colorOfType(`type ${index}`));
  const max = Math.max(...typePalette.map((color) => colors.filter((each) => each === color).length));
  expect(new Set(colors).size).toBe(typePalette.length);
  expect(max).toBeLessThan(30);
});
