/**
 * The one owner of what is stored with the dataset: styles, attribute definitions, track filters, type hierarchy,
 * facts, thresholds and image settings. One signal, one way to change it. Nothing is sent here:
 * `configuration-saver.ts` does that.
 *
 * Changes of styles, definitions and facts are pending: counted, taken back by undo, sent by Save. Thresholds and image
 * settings only affect the view: read-only users change them locally, and undo skips them. All are journaled.
 */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { warnOfJournal } from "../document/annotation-document.ts";
import {
  applyPatch,
  arrivedOf,
  configurationFields,
  entriesOf,
  isPending,
  merge,
  partOf,
  patchBetween,
  pendingFields,
  selfSavingFields,
  type ConfigurationEntry,
  type ConfigurationField,
  type ConfigurationPatch,
  type ConfigurationValues,
} from "./configuration-values.ts";
import { noteWrite } from "../../base/effect.ts";
import type { Journal } from "../saving/journal.ts";

/** A change and its inverse; for undo, of pending fields only. */
export interface ConfigurationStep {
  readonly patch: ConfigurationPatch;
  readonly before: ConfigurationPatch;
}

export interface ConfigurationParts {
  /** What the server has. */
  readonly stored: ConfigurationValues;
  /** `undefined` where nothing can be edited or kept. */
  readonly journal: Journal | undefined;
  /** Unsaved changes of an earlier page, as one step. */
  readonly recovered?: ConfigurationStep | undefined;
}

export interface ConfigurationListener {
  /** Pending fields cannot be changed now. */
  isReadOnly(): boolean;
  /** A step was made that undo takes back. */
  onStep(seq: number): void;
  /** All steps are gone. */
  onForgotten(): void;
}

export class Configuration {
  readonly journal: Journal | undefined;
  readonly #base;
  readonly #values;
  readonly #styleVersion = signal(0);
  readonly #version = signal(0);
  readonly #held = signal<ReadonlySet<ConfigurationField>>(new Set());
  /** Sent, and no answer came: the server may have these entries as they were sent, whatever they are here since. */
  readonly #unanswered = signal<ConfigurationPatch>({});
  #listener: ConfigurationListener | undefined;
  #undoable: ConfigurationStep[] = [];
  #redoable: ConfigurationStep[] = [];
  #seq = 0;
  /** Whose thresholds and image settings the journal has. */
  #noted: ConfigurationValues;
  #isNotingShown = false;

  readonly values: ReadonlySignal<ConfigurationValues>;
  /** Counts changes of type and group styles. */
  readonly styleVersion: ReadonlySignal<number> = this.#styleVersion;
  /** Fields that a slider is dragged for: they are stored once, when it is let go. */
  readonly held: ReadonlySignal<ReadonlySet<ConfigurationField>> = this.#held;
  /** Counts steps. */
  readonly version: ReadonlySignal<number> = this.#version;
  /** Entries that wait for a save; a save that got no answer counts, even when all of it was undone. */
  readonly pendingCount: ReadonlySignal<number>;

  constructor({ stored, journal, recovered }: ConfigurationParts) {
    this.journal = journal;
    // What an earlier page has left was based on what was stored then.
    const left = recovered && withoutOutdated(recovered, stored);
    const base = left === undefined ? stored : applyPatch(stored, left.before);
    const current = left === undefined ? stored : applyPatch(stored, left.patch);
    const merged = merge(base, current, stored);
    this.#base = signal(merged.base);
    this.#values = signal(merged.current);
    this.#noted = merged.current;
    this.values = this.#values;
    this.pendingCount = computed(() => {
      const count = entriesOf(patchBetween(this.#base.value, this.#values.value, pendingFields)).length;
      return Math.max(count, entriesOf(this.#unanswered.value).some(({ field }) => isPending(field)) ? 1 : 0);
    });
    if (left !== undefined && this.pendingCount.peek() > 0) this.#undoable.push(pendingPartOf(left));
    this.#rewriteJournal();
  }

  /** The workspace that it belongs to. */
  listen(listener: ConfigurationListener): void {
    this.#listener = listener;
  }

  get canUndo(): boolean {
    return this.#undoable.length > 0;
  }

  /**
   * Puts entries in the place of those that there are; `null` takes one away. Answers whether anything has changed: not
   * where it was so already, nor, for pending fields, in read-only mode.
   */
  change(patch: ConfigurationPatch): boolean {
    noteWrite("Configuration.change");
    requireOwnNames(patch);
    const before = this.#values.peek();
    const after = applyPatch(before, patch);
    const made = patchBetween(before, after);
    if (entriesOf(made).length === 0) return false;
    const step = stepBetween(before, after, pendingFields);
    const isStep = entriesOf(step.patch).length > 0;
    if (isStep && this.#listener?.isReadOnly() === true) return false;
    this.#put(after);
    void this.#noteShown();
    if (!isStep) return true;
    this.#undoable.push(step);
    this.#redoable = [];
    this.#note(step);
    this.#listener?.onStep(this.#seq);
    return true;
  }

  /** While `isHeld`, the field is not stored automatically. */
  hold(field: ConfigurationField, isHeld: boolean): void {
    if (this.#held.peek().has(field) === isHeld) return;
    const others = [...this.#held.peek()].filter((each) => each !== field);
    this.#held.value = new Set(isHeld ? [...others, field] : others);
  }

  /** Puts type styles in place that no person has chosen: no step, stored together with the next ones. */
  adopt(customTypeStyling: NonNullable<ConfigurationPatch["customTypeStyling"]>): void {
    if (Object.keys(customTypeStyling).length > 0) this.#put(applyPatch(this.#values.peek(), { customTypeStyling }));
  }

  /** Takes back the last step; answers the position after it. */
  undo(): number | undefined {
    const step = this.#undoable.pop();
    if (step === undefined) return undefined;
    this.#redoable.push(step);
    return this.#play({ patch: step.before, before: step.patch });
  }

  redo(): number | undefined {
    const step = this.#redoable.pop();
    if (step === undefined) return undefined;
    this.#undoable.push(step);
    return this.#play(step);
  }

  /** Drops what is pending. */
  discard(): void {
    const base = this.#base.peek();
    this.#put(applyPatch(this.#values.peek(), patchBetween(this.#values.peek(), base, pendingFields)));
    this.#unanswered.value = {};
    this.#undoable = [];
    this.#redoable = [];
    this.#version.value += 1;
    this.#listener?.onForgotten();
    this.#rewriteJournal();
  }

  // ---------------------------------------------------------------------------------------------------------- server

  /** What differs from the server's last known state. */
  unsaved(fields: readonly ConfigurationField[]): ConfigurationPatch {
    return patchBetween(this.#base.peek(), this.#values.peek(), fields);
  }

  /** Whether a save is needed: something differs, or it is unknown whether an earlier save succeeded. */
  needsSave(fields: readonly ConfigurationField[]): boolean {
    const isOfThese = ({ field }: ConfigurationEntry): boolean => fields.includes(field);
    return entriesOf(this.unsaved(fields)).length > 0 || entriesOf(this.#unanswered.peek()).some(isOfThese);
  }

  /** Takes over what others have stored; answers entries that they and this page have changed. This page's stay. */
  take(theirs: ConfigurationValues): ConfigurationEntry[] {
    const known = applyPatch(this.#base.peek(), arrivedOf(this.#unanswered.peek(), theirs));
    const { base, current, contested } = merge(known, this.#values.peek(), theirs);
    batch(() => {
      this.#base.value = base;
      this.#put(current);
      this.#unanswered.value = {};
    });
    return contested;
  }

  /** No answer came to what was sent: `take` finds out what of it has arrived. */
  noteUnanswered(sent: ConfigurationPatch): void {
    this.#unanswered.value = sent;
  }

  /** The server has these fields as they were sent. */
  acknowledge(fields: readonly ConfigurationField[], sent: ConfigurationValues): void {
    const acknowledged = fields.map((field) => [field, sent[field]]);
    this.#base.value = { ...this.#base.peek(), ...(Object.fromEntries(acknowledged) as Partial<ConfigurationValues>) };
    this.#rewriteJournal();
  }

  // ---------------------------------------------------------------------------------------------------------------

  #play(step: ConfigurationStep): number {
    this.#put(applyPatch(this.#values.peek(), step.patch));
    this.#note(step);
    return this.#seq;
  }

  #put(values: ConfigurationValues): void {
    const before = this.#values.peek();
    const isRestyled = entriesOf(patchBetween(before, values, ["customTypeStyling", "customGroupStyling"])).length > 0;
    batch(() => {
      this.#values.value = values;
      if (isRestyled) this.#styleVersion.value += 1;
    });
  }

  #note(step: ConfigurationStep): void {
    this.#version.value += 1;
    void this.#append(step);
  }

  /** What one looks at, one write after the other: a slider that is dragged makes many changes. */
  async #noteShown(): Promise<void> {
    if (this.#isNotingShown) return;
    const step = stepBetween(this.#noted, this.#values.peek(), selfSavingFields);
    if (entriesOf(step.patch).length === 0) return;
    this.#noted = this.#values.peek();
    this.#isNotingShown = true;
    await this.#append(step);
    this.#isNotingShown = false;
    // All that was changed meanwhile.
    await this.#noteShown();
  }

  async #append(step: ConfigurationStep): Promise<void> {
    this.#seq += 1;
    await this.journal?.append(this.#seq, toBytes(step)).catch(warnOfJournal);
  }

  /** All that is unsaved as one step, in the place of those that there were. */
  #rewriteJournal(): void {
    const [base, values] = [this.#base.peek(), this.#values.peek()];
    const step = stepBetween(base, values, configurationFields);
    this.#noted = values;
    const entries = entriesOf(step.patch).length === 0 ? [] : [{ seq: this.#seq, ops: toBytes(step) }];
    this.journal?.reset(0, entries).catch(warnOfJournal);
  }
}

/** The steps of a journal as one. Throws when they are not what this version writes. */
export function joinSteps(entries: readonly { readonly ops: Uint8Array }[]): ConfigurationStep {
  const steps = entries.map(({ ops }) => JSON.parse(new TextDecoder().decode(ops)) as ConfigurationStep);
  return {
    patch: joinPatches(steps.map(({ patch }) => patch)),
    before: joinPatches(steps.map(({ before }) => before).toReversed()),
  };
}

/** Of the same entry the last one counts. */
function joinPatches(patches: readonly ConfigurationPatch[]): ConfigurationPatch {
  const pairs = configurationFields.map((field) => [
    field,
    Object.fromEntries(patches.flatMap((patch) => Object.entries(patch[field] ?? {}))),
  ]);
  return Object.fromEntries(pairs) as ConfigurationPatch;
}

function stepBetween(
  from: ConfigurationValues,
  to: ConfigurationValues,
  fields: readonly ConfigurationField[],
): ConfigurationStep {
  return { patch: patchBetween(from, to, fields), before: patchBetween(to, from, fields) };
}

function pendingPartOf({ patch, before }: ConfigurationStep): ConfigurationStep {
  return { patch: partOf(patch, isPending), before: partOf(before, isPending) };
}

/**
 * Display settings are stored by the last page that writes: thresholds of a page that is gone do not replace those that
 * others have stored since.
 */
function withoutOutdated({ patch, before }: ConfigurationStep, stored: ConfigurationValues): ConfigurationStep {
  const changedSince = patchBetween(stored, applyPatch(stored, before));
  const isCurrent = (field: ConfigurationField, key: string): boolean =>
    isPending(field) || !Object.hasOwn(changedSince[field] ?? {}, key);
  return { patch: partOf(patch, isCurrent), before: partOf(before, isCurrent) };
}

/** The server stores definitions and filters under their own names. */
function requireOwnNames({ attributes = {}, attributeTrackFilters = {} }: ConfigurationPatch): void {
  const names = [
    ...Object.entries(attributes).map(([key, value]) => [key, value?.key] as const),
    ...Object.entries(attributeTrackFilters).map(([key, value]) => [key, value?.name] as const),
  ];
  const wrong = names.find(([key, own]) => own !== undefined && own !== key);
  if (wrong !== undefined) throw new Error(`"${wrong[1]}" cannot be stored as "${wrong[0]}".`);
}

function toBytes(step: ConfigurationStep): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(step));
}
