/**
 * The labels of a CVAT file with their attributes, derived from the annotations: an attribute is a number or a checkbox
 * if all its values are, otherwise a text; it belongs to single detections if any of them has it.
 */
import type { WireFeature, WireTrack } from "../exchange/wire-types.ts";
import type { LossLedger } from "../problems/loss-ledger.ts";
import { normalizedText, xmlText } from "../text/xml-text.ts";

export interface WrittenValue {
  readonly name: string;
  readonly text: string;
}

type InputType = "number" | "checkbox" | "text";

interface Definition {
  isMutable: boolean;
  /** From the values so far. */
  inputType: InputType;
}

export class CvatLabels {
  /** By label and name as they are written. */
  readonly #labels = new Map<string, Map<string, Definition>>();

  note(type: string, { attributes, features }: WireTrack): void {
    const label = normalizedText(type);
    const definitions = this.#labels.get(label) ?? new Map<string, Definition>();
    this.#labels.set(label, definitions);
    const add = ([name, value]: readonly [string, unknown], isMutable: boolean): void => {
      const key = normalizedText(name);
      const known = definitions.get(key);
      const inputType = inputTypeOf(value);
      if (known === undefined) definitions.set(key, { isMutable, inputType });
      else {
        known.isMutable ||= isMutable;
        if (known.inputType !== inputType) known.inputType = "text";
      }
    };
    for (const entry of trackEntries(attributes)) add(entry, false);
    for (const feature of features) for (const entry of detectionEntries(feature)) add(entry, true);
  }

  lines(): readonly string[] {
    return [...this.#labels].flatMap(([label, definitions]) => [
      "        <label>",
      `          <name>${xmlText(label)}</name>`,
      "          <attributes>",
      ...[...definitions].flatMap(([name, { isMutable, inputType }]) => [
        "            <attribute>",
        `              <name>${xmlText(name)}</name>`,
        `              <mutable>${isMutable ? "True" : "False"}</mutable>`,
        `              <input_type>${inputType}</input_type>`,
        "            </attribute>",
      ]),
      "          </attributes>",
      "        </label>",
    ]);
  }

  /** The values repeated on every shape of the track. */
  valuesOfTrack(type: string, { id, attributes }: WireTrack, losses: LossLedger): TrackValues {
    const written: WrittenValue[] = [];
    for (const [name, value] of trackEntries(attributes)) {
      if (this.#find(type, name)?.isMutable === true) losses.count("track-attribute", id);
      else written.push(this.#write(type, name, value, (kind) => losses.count(kind, id)));
    }
    const { group_id: group, source } = attributes;
    return {
      attributes: written,
      group: isGroup(group) ? ` group_id="${group}"` : "",
      source: isSource(source) ? source : "manual",
    };
  }

  valuesOf(type: string, id: number, feature: WireFeature, losses: LossLedger): readonly WrittenValue[] {
    const count = (kind: string): void => losses.count(kind, id, feature.frame);
    return detectionEntries(feature).map(([name, value]) => this.#write(type, name, value, count));
  }

  #find(type: string, name: string): Definition | undefined {
    return this.#labels.get(normalizedText(type))?.get(normalizedText(name));
  }

  #write(type: string, name: string, value: unknown, count: (kind: string) => void): WrittenValue {
    const text = this.#textOf(type, name, value, count);
    for (const one of [name, text]) if (normalizedText(one) !== one) count("control-character");
    return { name, text };
  }

  #textOf(type: string, name: string, value: unknown, count: (kind: string) => void): string {
    if (typeof value === "string") return value;
    if (typeof value !== "number" && typeof value !== "boolean") {
      count("structured-attribute");
      return JSON.stringify(value);
    }
    if (this.#find(type, name)?.inputType !== inputTypeOf(value)) count("attribute-type");
    return String(value);
  }
}

export interface TrackValues {
  readonly attributes: readonly WrittenValue[];
  /** As an attribute of an element, preceded by a blank, or empty. */
  readonly group: string;
  readonly source: string;
}

function inputTypeOf(value: unknown): InputType {
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "checkbox" : "text";
}

/** Without the attributes that have their own place. */
function trackEntries(attributes: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(attributes).filter(
    ([name, value]) => !(name === "group_id" && isGroup(value)) && !(name === "source" && isSource(value)),
  );
}

function detectionEntries({ attributes = {} }: WireFeature): readonly (readonly [string, unknown])[] {
  return Object.entries(attributes).filter(
    ([name, value]) => !(name === "occluded" && value === true) && !(name === "z_order" && isOrder(value)),
  );
}

/** The z-order of shapes, which has its own place. */
export function isOrder(value: unknown): value is number {
  return Number.isSafeInteger(value) && value !== 0;
}

function isGroup(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 1e15;
}

function isSource(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value !== "manual" && normalizedText(value) === value;
}
