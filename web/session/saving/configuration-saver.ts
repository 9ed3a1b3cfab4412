/**
 * Stores the configuration with the dataset: thresholds and image settings automatically, a moment after the last
 * change and never during a slider drag; the rest on save. The server's current values are read first, so that only
 * entries changed here are replaced.
 */

import { computed } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import { isEqual } from "#core/json";
import { ApiError, type ApiClient } from "#schemas/client";
import { backoffMs } from "./backoff.ts";
import type { Configuration } from "../dataset/configuration.ts";
import {
  configurationFields,
  entriesOf,
  isPending,
  selfSavingFields,
  toConfigurationValues,
  type ConfigurationEntry,
  type ConfigurationField,
  type ConfigurationPatch,
} from "../dataset/configuration-values.ts";
import { toSaveError, type SaveError } from "./save-error.ts";

/** After the last change, by field. */
const delaysMs: Readonly<Record<(typeof selfSavingFields)[number], number>> = {
  confidenceFilters: 200,
  imageEnhancements: 1000,
};

export interface ConfigurationSaverParts {
  readonly configuration: Configuration;
  readonly client: ApiClient;
  readonly datasetId: string;
  readonly isReadOnly: () => boolean;
  /** Receives pending entries that another client had changed too and this page has replaced. */
  readonly onReplaced: (entries: readonly ConfigurationEntry[]) => void;
  /** Called when an automatic save was refused; not again until one has succeeded. */
  readonly onRefused: (error: SaveError) => void;
}

export class ConfigurationSaver {
  readonly #parts: ConfigurationSaverParts;
  readonly #stops: (() => void)[];
  #isStopped = false;
  #isRefusalReported = false;
  /** Failed attempts of automatic saves. */
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ConfigurationSaverParts) {
    this.#parts = parts;
    this.#stops = selfSavingFields.map((field) => this.#saveLater(field));
  }

  /** Sends everything unsaved. Resolves once the journal has dropped it too. */
  async save(): Promise<void> {
    await this.#inTurn(() => this.#send(configurationFields));
    await this.#parts.configuration.journal?.settled();
  }

  /** Sends pending automatic saves at once. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#isStopped = true;
    await this.#saveQuietly(selfSavingFields);
  }

  #saveLater(field: (typeof selfSavingFields)[number]): () => void {
    const { configuration } = this.#parts;
    // Reading others' changes recreates all entries: only those that differ count as changes.
    let last = configuration.values.peek()[field];
    const entries = computed(() => {
      const next = configuration.values.value[field];
      if (!isEqual(last, next)) last = next;
      return last;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = effect(() => {
      void entries.value;
      const isHeld = configuration.held.value.has(field);
      clearTimeout(timer);
      if (isHeld) return;
      if (entriesOf(configuration.unsaved([field])).length === 0) return;
      timer = setTimeout(() => void this.#saveQuietly([field]), delaysMs[field]);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }

  /**
   * Thresholds and image settings affect the display and not the stored annotations: a failure blocks nothing, and is
   * reported once. When the server is unreachable, the save is retried until it answers.
   */
  async #saveQuietly(fields: readonly ConfigurationField[]): Promise<void> {
    clearTimeout(this.#retry);
    try {
      await this.#inTurn(() => this.#send(fields));
      this.#tries = 0;
      this.#isRefusalReported = false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      console.warn("What is shown was not stored:", error.message);
      if (this.#isStopped) return;
      const saveError = toSaveError(error);
      if (!saveError.isRetried) return this.#reportRefusal(saveError);
      this.#tries += 1;
      this.#retry = setTimeout(
        () => void this.#saveQuietly(selfSavingFields),
        backoffMs(this.#tries, saveError.retryAfterMs),
      );
    }
  }

  #reportRefusal(error: SaveError): void {
    if (!this.#isRefusalReported) this.#parts.onRefused(error);
    this.#isRefusalReported = true;
  }

  async #send(fields: readonly ConfigurationField[]): Promise<void> {
    const { configuration, isReadOnly, onReplaced } = this.#parts;
    if (isReadOnly() || !configuration.needsSave(fields)) return;
    const contested = await this.#read();
    const unsaved = configuration.unsaved(fields);
    await this.#write(unsaved).catch((error: unknown) => {
      if (toSaveError(error).isRetried) configuration.recordUnanswered(unsaved);
      throw error;
    });
    const replaced = contested.filter(({ field, key }) => isPending(field) && Object.hasOwn(unsaved[field] ?? {}, key));
    if (replaced.length > 0) onReplaced(replaced);
  }

  async #write(unsaved: ConfigurationPatch): Promise<void> {
    const { configuration, client, datasetId: id } = this.#parts;
    const sent = configuration.values.peek();
    const { attributes, attributeTrackFilters, ...others } = unsaved;
    const whole = Object.keys(others) as (keyof typeof others)[];
    if (whole.length > 0) {
      const body: Record<string, unknown> = Object.fromEntries(whole.map((field) => [field, sent[field]]));
      // The source of the previous registration no longer applies.
      if (whole.includes("cameraHomographies")) body["cameraRegistrationSource"] = null;
      await client.call("dataset.update", { id, body });
      configuration.acknowledge(whole, sent);
    }
    if (attributes !== undefined) {
      await client.call("dataset.updateAttributes", { id, body: toChanges(attributes) });
      configuration.acknowledge(["attributes"], sent);
    }
    if (attributeTrackFilters !== undefined) {
      await client.call("dataset.updateAttributeTrackFilters", { id, body: toChanges(attributeTrackFilters) });
      configuration.acknowledge(["attributeTrackFilters"], sent);
    }
  }

  async #read(): Promise<ConfigurationEntry[]> {
    const { configuration, client, datasetId: id } = this.#parts;
    return configuration.take(toConfigurationValues(await client.call("dataset.get", { id })));
  }

  /** Requests never overlap: each starts from the result of the previous one. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

function toChanges<T>(entries: Readonly<Record<string, T | null>>): { upsert: T[]; delete: string[] } {
  const pairs = Object.entries(entries);
  return {
    upsert: pairs.flatMap(([, value]) => (value === null ? [] : [value])),
    delete: pairs.flatMap(([key, value]) => (value === null ? [key] : [])),
  };
}
