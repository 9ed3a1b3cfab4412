/**
 * An attribute definition while it is being edited: fields that may not hold a valid number yet, and their problems.
 */

import type { AttributeDefinition, AttributeEditor, AttributeRender } from "#schemas";
import {
  attributeKey,
  defaultColor,
  defaultSlider,
  withDatatype,
  type AttributeOwner,
  type Datatype,
} from "../../../session/attributes/definition.ts";
import {
  nameProblem,
  numberOf,
  sliderProblems,
  stopProblems,
  type NameProblem,
  type NumberField,
  type SliderFields,
  type SliderProblems,
  type StopProblem,
} from "../../../session/attributes/definition-rules.ts";
import { stopsOf } from "../../../session/attributes/value-colors.ts";

export interface ColorStop {
  /** Identifies a stop while its value is being edited. */
  readonly id: number;
  readonly value: NumberField;
  readonly color: string;
}

export interface AttributeDraft {
  readonly belongs: AttributeOwner;
  readonly name: string;
  readonly datatype: Datatype;
  readonly values: readonly string[];
  readonly isUser: boolean;
  readonly color: string;
  readonly editor: AttributeEditor["type"];
  readonly slider: SliderFields;
  /** For texts and booleans. */
  readonly textColors: Readonly<Record<string, string>>;
  /** Color stops for numbers. */
  readonly stops: readonly ColorStop[];
  readonly render: AttributeRender | undefined;
}

export interface DraftProblems {
  readonly name?: NameProblem;
  readonly slider: SliderProblems;
  readonly stops: readonly (StopProblem | undefined)[];
}

export function draftOf(definition: AttributeDefinition): AttributeDraft {
  const { belongs, name, datatype, values = [], user = false, color = defaultColor, editor, render } = definition;
  const { valueColors = {} } = definition;
  const [min, max] = editor?.range ?? defaultSlider.range;
  return {
    belongs,
    name,
    datatype,
    values,
    isUser: user,
    color,
    editor: editor?.type ?? (datatype === "number" ? "combo" : "freeform"),
    slider: { min, max, steps: editor?.steps ?? defaultSlider.steps },
    textColors: datatype === "number" ? {} : valueColors,
    stops: datatype === "number" ? stopsOf(valueColors).map((stop, id) => ({ id, ...stop })) : [],
    render,
  };
}

/** Drops what only the previous data type had. */
export function draftWithDatatype(
  draft: AttributeDraft,
  datatype: Datatype,
  before: AttributeDefinition,
): AttributeDraft {
  const { editor, textColors, stops, values } = draftOf(withDatatype(before, datatype));
  return { ...draft, datatype, editor, textColors, stops, values };
}

export function draftProblems(draft: AttributeDraft): DraftProblems {
  const name = nameProblem(draft.name);
  const isSlider = draft.datatype === "number" && draft.editor === "slider";
  return {
    ...(name && { name }),
    slider: isSlider ? sliderProblems(draft.slider) : {},
    stops: draft.datatype === "number" ? stopProblems(draft.stops.map(({ value }) => value)) : [],
  };
}

export function hasProblems({ name, slider, stops }: DraftProblems): boolean {
  return name !== undefined || Object.keys(slider).length > 0 || stops.some((problem) => problem !== undefined);
}

/**
 * The definition to store; keeps members of `before` that the dialog does not edit. The draft must have no problems.
 */
export function toDefinition(draft: AttributeDraft, before: AttributeDefinition): AttributeDefinition {
  const { values: _values, valueColors: _colors, editor: _editor, render: _render, user: _user, ...rest } = before;
  const { belongs, name, datatype, color, render, isUser } = draft;
  const valueColors =
    datatype === "number"
      ? Object.fromEntries(draft.stops.map((stop) => [String(numberOf(stop.value)), stop.color]))
      : draft.textColors;
  return {
    ...rest,
    belongs,
    name,
    datatype,
    color,
    key: before.name === name ? before.key : attributeKey(belongs, name),
    ...(isUser && { user: true }),
    ...(datatype === "text" && { values: draft.values.map((each) => each.trim()).filter((each) => each !== "") }),
    ...(datatype !== "boolean" && { editor: editorOf(draft) }),
    ...(Object.keys(valueColors).length > 0 && { valueColors }),
    ...(render && { render }),
  };
}

function editorOf({ editor, slider }: AttributeDraft): AttributeEditor {
  if (editor !== "slider") return { type: editor };
  const [min, max, steps] = [slider.min, slider.max, slider.steps].map(numberOf);
  return { type: "slider", range: [min ?? 0, max ?? 1], steps: steps ?? defaultSlider.steps };
}
