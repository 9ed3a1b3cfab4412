/** The color of an attribute value: its own for texts and booleans, between the two nearest stops for numbers. */

import type { AttributeDefinition } from "#schemas";
import { defaultColor } from "./definition.ts";

/** `#rrggbb` */
export function colorOfValue({ valueColors = {}, color = defaultColor }: AttributeDefinition, value: unknown): string {
  if (typeof value === "number") return colorOfNumber(valueColors, value) ?? color;
  const key = String(value);
  return (Object.hasOwn(valueColors, key) ? valueColors[key] : undefined) ?? color;
}

/** Values beyond the first or last stop get the color of that stop. `undefined` without stops. */
function colorOfNumber(valueColors: Readonly<Record<string, string>>, value: number): string | undefined {
  const stops = stopsOf(valueColors);
  const above = stops.findIndex((stop) => stop.value >= value);
  const after = stops[above] ?? stops.at(-1);
  const before = stops[above - 1];
  if (after === undefined) return undefined;
  if (before === undefined || above === -1) return after.color;
  return mix(before.color, after.color, (value - before.value) / (after.value - before.value));
}

/** Ascending. */
export function stopsOf(valueColors: Readonly<Record<string, string>>): { value: number; color: string }[] {
  return Object.entries(valueColors)
    .map(([value, color]) => ({ value: Number(value), color }))
    .filter(({ value }) => Number.isFinite(value))
    .toSorted((a, b) => a.value - b.value);
}

function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  if (a === undefined || b === undefined) return to;
  const mixed = a.map((channel, at) => Math.round(channel + (b[at]! - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channels(color: string): readonly number[] | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return undefined;
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
