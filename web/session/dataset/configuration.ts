/**
 * The one owner of the dataset's configuration: styles, attribute definitions, track filters, type hierarchy, facts,
 * thresholds and image settings. One signal, one way to change it. Nothing is sent from here: `configuration-saver.ts`
 * does that.
 *
 * Changes of styles, definitions and facts are pending: counted, undoable, sent by Save. Thresholds and image settings
 * only affect the view: read-only users change them locally, and undo skips them. All are journaled.
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
  /** `undefined` if nothing can be edited or stored. */
  readonly journal: Journal | undefined;
  /** Unsaved changes of an earlier page, as one step. */
  readonly recovered?: ConfigurationStep | undefined;
}

export interface ConfigurationListener {
  /** Pending fields cannot be changed now. */
  isReadOnly(): boolean;
  /** An undoable step was made. */
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
  /** Entries that were sent without an answer: the server may have them, even if they have changed here since. */
  readonly #unanswered = signal<ConfigurationPatch>({});
  #listener: ConfigurationListener | undefined;
  #undoable: ConfigurationStep[] = [];
  #redoable: ConfigurationStep[] = [];
  #seq = 0;
  /** The thresholds and image settings last written to the journal. */
  #noted: ConfigurationValues;
  #isNotingShown = false;

  readonly values: ReadonlySignal<ConfigurationValues>;
  /** Incremented when type or group styles change. */
  readonly styleVersion: ReadonlySignal<number> = this.#styleVersion;
  /** Fields being changed with a slider: they are stored once, when it is released. */
  readonly held: ReadonlySignal<ReadonlySet<ConfigurationField>> = this.#held;
  /** Incremented with each step. */
  readonly version: ReadonlySignal<number> = this.#version;
  /** Entries that wait for a save. A save without an answer counts, even if everything was undone since. */
  readonly pendingCount: ReadonlySignal<number>;

  constructor({ stored, journal, recovered }: ConfigurationParts) {
    this.journal = journal;
    // The changes left by an earlier page were based on what was stored then.
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
   * Replaces entries; `null` removes one. Returns whether anything changed: false if the values were the same, or, for
   * pending fields, in read-only mode.
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

  /** Adopts type styles that no person chose: not a step; stored with the next save. */
  adopt(customTypeStyling: NonNullable<ConfigurationPatch["customTypeStyling"]>): void {
    if (Object.keys(customTypeStyling).length > 0) this.#put(applyPatch(this.#values.peek(), { customTypeStyling }));
  }

  /** Undoes the last step; returns the position after it. */
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

  /** Discards pending changes. */
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

  /**
   * Takes over what others have stored; returns the entries that both they and this page have changed. This page's
   * values stay.
   */
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

  /** A save got no answer: `take` finds out which of it arrived. */
  noteUnanswered(sent: ConfigurationPatch): void {
    this.#unanswered.value = sent;
  }

  /** The server now has these fields as they were sent. */
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

  /** Writes view settings to the journal, one write after the other: dragging a slider makes many changes. */
  async #noteShown(): Promise<void> {
    if (this.#isNotingShown) return;
    const step = stepBetween(this.#noted, this.#values.peek(), selfSavingFields);
    if (entriesOf(step.patch).length === 0) return;
    this.#noted = this.#values.peek();
    this.#isNotingShown = true;
    await this.#append(step);
    this.#isNotingShown = false;
    // Everything that changed meanwhile.
    await this.#noteShown();
  }

  async #append(step: ConfigurationStep): Promise<void> {
    this.#seq += 1;
    await this.journal?.append(this.#seq, toBytes(step)).catch(warnOfJournal);
  }

  /** Rewrites the journal to a single step with everything that is unsaved. */
  #rewriteJournal(): void {
    const [base, values] = [this.#base.peek(), this.#values.peek()];
    const step = stepBetween(base, values, configurationFields);
    this.#noted = values;
    const entries = entriesOf(step.patch).length === 0 ? [] : [{ seq: this.#seq, ops: toBytes(step) }];
    this.journal?.reset(0, entries).catch(warnOfJournal);
  }
}

/** Joins the steps of a journal. Throws if this version did not write them. */
export function joinSteps(entries: readonly { readonly ops: Uint8Array }[]): ConfigurationStep {
  const steps = entries.map(({ ops }) => JSON.parse(new TextDecoder().decode(ops)) as ConfigurationStep);
  return {
    patch: joinPatches(steps.map(({ patch }) => patch)),
    before: joinPatches(steps.map(({ before }) => before).toReversed()),
  };
}

/** For the same entry, the last patch wins. */
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
 * Display settings belong to the last page that writes: thresholds of a closed page do not replace those that others
 * have stored since.
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
