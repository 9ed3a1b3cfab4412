/** Validates an attribute definition field by field while the user types. The messages are in the catalog. */

import type { AttributeDefinition } from "#schemas";
import { attributeKey } from "./definition.ts";

/** The value of a field while the user types: the text may not be a number yet. */
export type NumberField = number | string;

export type NameProblem = "nameRequired" | "noSpaces" | "reservedName";
export type SliderProblem = "numberRequired" | "minNotSmaller" | "maxNotLarger" | "stepsTooLarge";
export type StopProblem = "stopNegative" | "stopsNotUnique";

const reservedName = "userAttributes";

export function nameProblem(name: string): NameProblem | undefined {
  if (name === "") return "nameRequired";
  if (/\s/.test(name)) return "noSpaces";
  return name === reservedName ? "reservedName" : undefined;
}

/** A new attribute must not replace an existing one. */
export function isTaken(
  { belongs, name }: Pick<AttributeDefinition, "belongs" | "name">,
  existing: Readonly<Record<string, AttributeDefinition>>,
): boolean {
  return Object.hasOwn(existing, attributeKey(belongs, name));
}

export interface SliderFields {
  readonly min: NumberField;
  readonly max: NumberField;
  readonly steps: NumberField;
}

export type SliderProblems = { readonly [Field in keyof SliderFields]?: SliderProblem };

export function sliderProblems({ min, max, steps }: SliderFields): SliderProblems {
  const [low, high, step] = [numberOf(min), numberOf(max), numberOf(steps)];
  const minProblem = low === undefined ? "numberRequired" : isAtLeast(low, high) ? "minNotSmaller" : undefined;
  const maxProblem = high === undefined ? "numberRequired" : isAtLeast(low, high) ? "maxNotLarger" : undefined;
  const isStep = step !== undefined && step > 0 && (low === undefined || high === undefined || step < high - low);
  return {
    ...(minProblem && { min: minProblem }),
    ...(maxProblem && { max: maxProblem }),
    ...(!isStep && { steps: "stepsTooLarge" as const }),
  };
}

/** One problem, or none, for each stop of a number's colors. */
export function stopProblems(stops: readonly NumberField[]): readonly (StopProblem | undefined)[] {
  const values = stops.map(numberOf);
  return values.map((value) => {
    if (value === undefined || value < 0) return "stopNegative";
    return values.filter((other) => other === value).length > 1 ? "stopsNotUnique" : undefined;
  });
}

export function numberOf(field: NumberField): number | undefined {
  const value = typeof field === "number" ? field : field.trim() === "" ? NaN : Number(field);
  return Number.isFinite(value) ? value : undefined;
}

function isAtLeast(low: number | undefined, high: number | undefined): boolean {
  return low !== undefined && high !== undefined && low >= high;
}
