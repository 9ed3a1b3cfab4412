/**
 * Evaluates the rendering settings of attribute definitions: which attributes are drawn at each box, with their values.
 */

import { computed, type ReadonlySignal } from "@preact/signals-core";
import type { AttributeScalar, FrameNumber, TrackId } from "#core/types";
import type { AttributeDefinition, AttributeRender } from "#schemas";
import { requireUser } from "../../../api/session.ts";
import type { AttributesOf, AttributeText } from "../../../render/attribute-text.ts";
import { allTypes, autoColor, autoSize } from "../../../session/attributes/definition.ts";
import { colorOfValue } from "../../../session/attributes/value-colors.ts";
import { valueText } from "../../../session/attributes/values.ts";
import { notesAt } from "../../../session/display/notes.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Workspace } from "../../../session/workspace.ts";

/** A new function whenever the definitions change; `undefined` while no attribute is drawn. */
export function attributeTexts(workspace: Workspace, camera: Camera): ReadonlySignal<AttributesOf | undefined> {
  return computed(() => {
    const rendered = Object.values(workspace.configuration.values.value.attributes)
      .filter(({ render }) => render !== undefined)
      .toSorted((a, b) => (a.render?.order ?? 0) - (b.render?.order ?? 0));
    const notes = workspace.active.value === camera ? workspace.display.notes.value : undefined;
    if (rendered.length === 0 && (notes === undefined || notes.size === 0)) return undefined;
    return (id, typeIndex) => {
      const { core } = camera.document.peek();
      const track = id as TrackId;
      const frame = camera.shown.peek() ?? (0 as FrameNumber);
      const type = core.types()[typeIndex] ?? "";
      const isSelected = workspace.selection.peek().tracks.has(track);
      const hasNotes = notes !== undefined && notesAt(notes, track, frame).length > 0;
      const mark = hasNotes ? [noteMark(workspace.display.typeStyles.of(type).color)] : [];
      const values = rendered.flatMap((definition) => {
        const { belongs, name, user, render = {} } = definition;
        if (!isDrawn(render, type, isSelected)) return [];
        const key = { belongs, attribute: name, ...(user === true && { user: requireUser().login }) };
        const value = core.attributeValue(key, track, frame);
        if (value === undefined && render.hideEmpty === true) return [];
        return toText(definition, render, value, workspace.display.typeStyles.of(type).color);
      });
      return [...mark, ...values];
    };
  });
}

/** A mark for detections that have notes. */
function noteMark(color: string): AttributeText {
  return {
    name: "",
    value: "\u270e",
    nameColor: undefined,
    valueColor: color,
    namePx: autoSize,
    valuePx: notePx,
    location: "inside",
    corner: "NW",
    layout: "horizontal",
    box: undefined,
    width: { type: "auto", val: 0 },
    height: { type: "auto", val: 0 },
  };
}

const notePx = 16;

function isDrawn({ selected, typeFilter = [allTypes] }: AttributeRender, type: string, isSelected: boolean): boolean {
  if (selected === true && !isSelected) return false;
  return typeFilter.length === 0 || typeFilter.includes(allTypes) || typeFilter.includes(type);
}

function toText(
  definition: AttributeDefinition,
  render: AttributeRender,
  value: AttributeScalar | undefined,
  typeColor: string,
): AttributeText {
  const ofValue = value === undefined ? typeColor : colorOfValue(definition, value);
  const chosen = (color: string | undefined): string | undefined => (color === autoColor ? undefined : color);
  return {
    name: render.displayName ?? definition.name,
    // Rounded to a readable number of digits.
    value: typeof value === "number" ? String(Number(value.toPrecision(6))) : valueText(value),
    nameColor: chosen(render.displayColor),
    valueColor: chosen(render.valueColor) ?? ofValue,
    namePx: render.displayTextSize ?? autoSize,
    valuePx: render.valueTextSize ?? autoSize,
    location: render.location ?? "outside",
    corner: render.corner ?? "SE",
    layout: render.layout ?? "horizontal",
    box:
      render.box === true
        ? {
            color: chosen(render.boxColor) ?? typeColor,
            thicknessPx: render.boxThickness ?? 1,
            background:
              render.boxBackground === undefined
                ? undefined
                : { color: render.boxBackground, opacity: render.boxOpacity ?? 1 },
          }
        : undefined,
    width: render.displayWidth ?? { type: "%", val: 10 },
    height: render.displayHeight ?? { type: "auto", val: 10 },
  };
}
