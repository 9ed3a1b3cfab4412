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
  arrivedPart,
  configurationFields,
  entriesOf,
  isPending,
  merge,
  patchBetween,
  pendingFields,
  selfSavingFields,
  type ConfigurationEntry,
  type ConfigurationField,
  type ConfigurationPatch,
  type ConfigurationValues,
} from "./configuration-values.ts";
import { guardWrite } from "../../base/effect.ts";
import { StepStacks } from "../undo/step-stacks.ts";
import {
  pendingPartOf,
  stepBetween,
  stepToBytes,
  withoutOutdated,
  type ConfigurationStep,
} from "./configuration-step.ts";
import type { Journal } from "../saving/journal.ts";

export interface ConfigurationParts {
  /** The server's state. */
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
  readonly #steps = new StepStacks<ConfigurationStep>();
  #seq = 0;
  /** The thresholds and image settings last written to the journal. */
  #noted: ConfigurationValues;
  #isJournalingView = false;

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
    // The changes left by an earlier page were based on the values stored then.
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
    if (left !== undefined && this.pendingCount.peek() > 0) this.#steps.push(pendingPartOf(left));
    this.#rewriteJournal();
  }

  /** The workspace that it belongs to. */
  listen(listener: ConfigurationListener): void {
    this.#listener = listener;
  }

  get canUndo(): boolean {
    return this.#steps.done.length > 0;
  }

  /**
   * Replaces entries; `null` removes one. Returns whether anything changed: false if the values were the same, or, for
   * pending fields, in read-only mode.
   */
  change(patch: ConfigurationPatch): boolean {
    guardWrite("Configuration.change");
    requireOwnProperties(patch);
    const before = this.#values.peek();
    const after = applyPatch(before, patch);
    const made = patchBetween(before, after);
    if (entriesOf(made).length === 0) return false;
    const step = stepBetween(before, after, pendingFields);
    const isStep = entriesOf(step.patch).length > 0;
    if (isStep && this.#listener?.isReadOnly() === true) return false;
    this.#put(after);
    void this.#journalViewSettings();
    if (!isStep) return true;
    this.#steps.push(step);
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
    const step = this.#steps.undo();
    return step && this.#play({ patch: step.before, before: step.patch });
  }

  redo(): number | undefined {
    const step = this.#steps.redo();
    return step && this.#play(step);
  }

  /** Discards pending changes. */
  discard(): void {
    const base = this.#base.peek();
    this.#put(applyPatch(this.#values.peek(), patchBetween(this.#values.peek(), base, pendingFields)));
    this.#unanswered.value = {};
    this.#steps.clear();
    this.#version.value += 1;
    this.#listener?.onForgotten();
    this.#rewriteJournal();
  }

  // ---------------------------------------------------------------------------------------------------------- server

  /** The differences from the server's last known state. */
  unsaved(fields: readonly ConfigurationField[]): ConfigurationPatch {
    return patchBetween(this.#base.peek(), this.#values.peek(), fields);
  }

  /** Whether a save is needed: something differs, or it is unknown whether an earlier save succeeded. */
  needsSave(fields: readonly ConfigurationField[]): boolean {
    const isOfThese = ({ field }: ConfigurationEntry): boolean => fields.includes(field);
    return entriesOf(this.unsaved(fields)).length > 0 || entriesOf(this.#unanswered.peek()).some(isOfThese);
  }

  /**
   * Takes over the values that others have stored; returns the entries that both they and this page have changed. This
   * page's values stay.
   */
  take(theirs: ConfigurationValues): ConfigurationEntry[] {
    const known = applyPatch(this.#base.peek(), arrivedPart(this.#unanswered.peek(), theirs));
    const { base, current, contested } = merge(known, this.#values.peek(), theirs);
    batch(() => {
      this.#base.value = base;
      this.#put(current);
      this.#unanswered.value = {};
    });
    return contested;
  }

  /** A save got no answer: `take` finds out which of it arrived. */
  recordUnanswered(sent: ConfigurationPatch): void {
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
  async #journalViewSettings(): Promise<void> {
    if (this.#isJournalingView) return;
    const step = stepBetween(this.#noted, this.#values.peek(), selfSavingFields);
    if (entriesOf(step.patch).length === 0) return;
    this.#noted = this.#values.peek();
    this.#isJournalingView = true;
    await this.#append(step);
    this.#isJournalingView = false;
    // Everything that changed meanwhile.
    await this.#journalViewSettings();
  }

  async #append(step: ConfigurationStep): Promise<void> {
    this.#seq += 1;
    await this.journal?.append(this.#seq, stepToBytes(step)).catch(warnOfJournal);
  }

  /** Rewrites the journal to a single step with everything that is unsaved. */
  #rewriteJournal(): void {
    const [base, values] = [this.#base.peek(), this.#values.peek()];
    const step = stepBetween(base, values, configurationFields);
    this.#noted = values;
    const entries = entriesOf(step.patch).length === 0 ? [] : [{ seq: this.#seq, ops: stepToBytes(step) }];
    this.journal?.reset(0, entries).catch(warnOfJournal);
  }
}

/** The server stores definitions and filters under their own names. */
function requireOwnProperties({ attributes = {}, attributeTrackFilters = {} }: ConfigurationPatch): void {
  const names = [
    ...Object.entries(attributes).map(([key, value]) => [key, value?.key] as const),
    ...Object.entries(attributeTrackFilters).map(([key, value]) => [key, value?.name] as const),
  ];
  const wrong = names.find(([key, own]) => own !== undefined && own !== key);
  if (wrong !== undefined) throw new Error(`"${wrong[1]}" cannot be stored as "${wrong[0]}".`);
}
