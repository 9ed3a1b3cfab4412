/**
 * The state of the style editor: a type's name and style as its fields hold them, their validation, and the stored
 * result.
 */

import type { TypeStyle as StoredStyle } from "#schemas";
import { defaultThicknessPx, type TypeStyle } from "../../../session/display/type-styles.ts";

export interface StyleForm {
  readonly name: string;
  readonly color: string;
  /** CSS pixels, or raw text that is not a number. `undefined`: unchanged, so the type keeps the default. */
  readonly thickness: number | string | undefined;
  readonly fill: boolean;
  /** 0..1 */
  readonly opacity: number;
  readonly showLabel: boolean;
  readonly showConfidence: boolean;
  /** Track types only: its detections are regions in which nothing counts. */
  readonly suppress: boolean;
}

export function toForm(name: string, style: TypeStyle, suppress = false): StyleForm {
  const { color, strokeWidth, fill, opacity, showLabel, showConfidence } = style;
  return { name, color, thickness: strokeWidth, fill, opacity, showLabel, showConfidence, suppress };
}

/** The value of the thickness field. */
export function shownThickness({ thickness }: StyleForm): number | string {
  return thickness ?? defaultThicknessPx;
}

export function isThicknessValid({ thickness }: StyleForm): boolean {
  return thickness === undefined || (typeof thickness === "number" && Number.isFinite(thickness) && thickness >= 0);
}

function isColorValid({ color }: StyleForm): boolean {
  return /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color);
}

/** The name to store. An untouched name stays byte for byte: names from files may be padded with blanks. */
export function nameOf(form: StyleForm, before: StyleForm): string {
  return form.name === before.name ? before.name : form.name.trim();
}

/** A color in another notation in `before`, such as a name, stays valid until it is changed. */
export function isFormValid(form: StyleForm, before: StyleForm): boolean {
  const hasColor = form.color === before.color || isColorValid(form);
  return nameOf(form, before) !== "" && hasColor && isThicknessValid(form);
}

/** The style to store. Keeps unknown members, and leaves invalid ones as they were. */
export function toStoredStyle(form: StyleForm, stored: StoredStyle): StoredStyle {
  const { color, thickness, fill, opacity, showLabel, showConfidence, suppress } = form;
  const { suppress: _suppress, ...others } = stored;
  return {
    ...others,
    ...(suppress && { suppress }),
    ...(isColorValid(form) && { color }),
    ...(typeof thickness === "number" && isThicknessValid(form) && { strokeWidth: thickness }),
    fill,
    opacity,
    showLabel,
    showConfidence,
  };
}
