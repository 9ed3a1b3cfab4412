/** What the style editor edits: a type's name and style as its fields hold them, when they are valid, and what is stored. */

import type { TypeStyle as StoredStyle } from "#schemas";
import { defaultThicknessPx, type TypeStyle } from "../../../session/display/type-styles.ts";

export interface StyleForm {
  readonly name: string;
  readonly color: string;
  /** CSS pixels; what is typed while it is no number. `undefined`: never changed, so the type keeps the standard one. */
  readonly thickness: number | string | undefined;
  readonly fill: boolean;
  /** 0..1 */
  readonly opacity: number;
  readonly showLabel: boolean;
  readonly showConfidence: boolean;
  /** Its detections are regions in which nothing counts; of types of tracks only. */
  readonly suppress: boolean;
}

export function toForm(name: string, style: TypeStyle, suppress = false): StyleForm {
  const { color, strokeWidth, fill, opacity, showLabel, showConfidence } = style;
  return { name, color, thickness: strokeWidth, fill, opacity, showLabel, showConfidence, suppress };
}

/** What the field of the thickness shows. */
export function shownThickness({ thickness }: StyleForm): number | string {
  return thickness ?? defaultThicknessPx;
}

export function isThicknessValid({ thickness }: StyleForm): boolean {
  return thickness === undefined || (typeof thickness === "number" && Number.isFinite(thickness) && thickness >= 0);
}

function isColorValid({ color }: StyleForm): boolean {
  return /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color);
}

/** The name that is stored. One that is not touched stays byte for byte as it is: files may have blanks around it. */
export function nameOf(form: StyleForm, before: StyleForm): string {
  return form.name === before.name ? before.name : form.name.trim();
}

/** `before` had a colour of its own kind, such as a name: it stays valid until it is changed. */
export function isFormValid(form: StyleForm, before: StyleForm): boolean {
  const hasColor = form.color === before.color || isColorValid(form);
  return nameOf(form, before) !== "" && hasColor && isThicknessValid(form);
}

/** What is stored of it. Members that only others know stay; invalid ones stay as they were. */
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
