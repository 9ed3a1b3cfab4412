/** Attribute definitions: the defaults of a new one, and of its parts when they are switched on. */

import type { AttributeDefinition, AttributeRender } from "#schemas";

export type AttributeOwner = AttributeDefinition["belongs"];
export type Datatype = AttributeDefinition["datatype"];

/** Stands for every type in `typeFilter`. */
export const allTypes = "all";
/** As a color: the type's for the name, the value's for the value. */
export const autoColor = "auto";
/** A text size that means automatic. */
export const autoSize = -1;
/** For attributes of the dataset that define no color. */
export const defaultColor = "#56b4e9";

export function attributeKey(belongs: AttributeOwner, name: string): string {
  return `${belongs}_${name}`;
}

/** `mode`: "Track" or "Detection", as written in the name. */
export function newDefinition(belongs: AttributeOwner): AttributeDefinition {
  const name = `New${modeOf(belongs)}Attribute`;
  return {
    belongs,
    datatype: "text",
    name,
    key: attributeKey(belongs, name),
    values: [],
    editor: { type: "freeform" },
  };
}

export function modeOf(belongs: AttributeOwner): "Track" | "Detection" {
  return belongs === "track" ? "Track" : "Detection";
}

/** Changing the datatype resets the editor to the simplest one, and drops the colors by value. */
export function withDatatype(definition: AttributeDefinition, datatype: Datatype): AttributeDefinition {
  const { valueColors: _colors, values: _values, editor: _editor, ...rest } = definition;
  switch (datatype) {
    case "text":
      return { ...rest, datatype, values: [], editor: { type: "freeform" } };
    case "number":
      return { ...rest, datatype, editor: { type: "combo" } };
    case "boolean":
      return { ...rest, datatype };
  }
}

export const defaultSlider = {
  type: "slider",
  range: [0, 1],
  steps: 0.1,
} as const satisfies AttributeDefinition["editor"];

/** The initial rendering settings. */
export function defaultRender(name: string): AttributeRender {
  return {
    typeFilter: [allTypes],
    selected: false,
    displayName: name,
    displayColor: autoColor,
    displayTextSize: autoSize,
    valueColor: autoColor,
    valueTextSize: autoSize,
    order: 0,
    location: "outside",
    corner: "SE",
    layout: "horizontal",
    box: false,
    boxColor: autoColor,
    boxThickness: 1,
    displayWidth: { type: "%", val: 10 },
    displayHeight: { type: "auto", val: 10 },
  };
}

/** On: white, but transparent. Off: neither color nor opacity. */
export function withBoxBackground(render: AttributeRender, isOn: boolean): AttributeRender {
  if (isOn) return { ...render, boxBackground: "#ffffff", boxOpacity: 0 };
  const { boxBackground: _background, boxOpacity: _opacity, ...rest } = render;
  return rest;
}
