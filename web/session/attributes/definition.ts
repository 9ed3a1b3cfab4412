/** Attribute definitions: what a new one is, and what its parts are when they are switched on. */

import type { AttributeDefinition, AttributeRender } from "#schemas";

export type Belongs = AttributeDefinition["belongs"];
export type Datatype = AttributeDefinition["datatype"];

/** Stands for every type in `typeFilter`. */
export const allTypes = "all";
/** Of a colour: that of the type for the name, that of the value for the value. */
export const autoColor = "auto";
/** Of a text size. */
export const autoSize = -1;
/** Of a dataset's attribute without a colour of its own. */
export const defaultColor = "#56b4e9";

export function attributeKey(belongs: Belongs, name: string): string {
  return `${belongs}_${name}`;
}

/** `mode`: "Track" or "Detection", as written in the name. */
export function newDefinition(belongs: Belongs): AttributeDefinition {
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

export function modeOf(belongs: Belongs): "Track" | "Detection" {
  return belongs === "track" ? "Track" : "Detection";
}

/** With another datatype the editor is that datatype's simplest one, and colours by value mean nothing any more. */
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

/** What rendering begins with. */
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

/** On: white that nothing is seen of yet. Off: neither colour nor opacity. */
export function withBoxBackground(render: AttributeRender, isOn: boolean): AttributeRender {
  if (isOn) return { ...render, boxBackground: "#ffffff", boxOpacity: 0 };
  const { boxBackground: _background, boxOpacity: _opacity, ...rest } = render;
  return rest;
}
