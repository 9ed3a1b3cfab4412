/**
 * How well the two sides agree, in numbers: measured in a worker, a moment after something has changed; can be
 * cancelled.
 */

import { signal } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { countedBoxes } from "#core/metrics/counted";
import type { AnnotationCore, TrackBoxes } from "#core/types";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { WorkerCalls, WorkerDiedError } from "../../../base/worker-calls.ts";
import { isFrameLabel } from "../../../session/display/frame-labels.ts";
import type { Agreement, MeasureCall, MeasuresAtIou, WholeMeasures } from "./measure.ts";

export interface AgreementRequest {
  readonly truth: AnnotationCore;
  readonly found: AnnotationCore;
  /** Counts changes of either: the cores are the same objects after an edit. */
  readonly version: number;
  readonly sameTypes: boolean;
  /** Types of the regions in which nothing counts. */
  readonly suppressing: readonly string[];
}

export interface AgreementState {
  /** The last that was measured, while the next is on its way. */
  readonly agreement: Agreement | undefined;
  /** 0..1 while it is measured. */
  readonly share: number | undefined;
  readonly isCancelled: boolean;
  readonly error: string | undefined;
}

/** All tracks but labels of frames, whose boxes are always the whole picture. */
function objectsOf(core: AnnotationCore): readonly TrackBoxes[] {
  return core.trackBoxes().filter(({ id, bounds }) => bounds[0] !== 0 || bounds[1] !== 0 || !isFrameLabel(core, id));
}

const restMs = 150;
const nothing: AgreementState = { agreement: undefined, share: undefined, isCancelled: false, error: undefined };

/** One at a time: a new request ends the previous measurement. */
class AgreementMeter {
  readonly state = signal(nothing);
  readonly #calls = new WorkerCalls<MeasureCall>(
    () => new Worker(new URL("./measure.worker.ts", import.meta.url), { type: "module", name: "agreement" }),
  );
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AgreementRequest | undefined;
  /** Of the request; `undefined`: not measured yet. */
  #whole: WholeMeasures | undefined;
  #leastIou = 0.5;

  measure(request: AgreementRequest): void {
    this.stop();
    this.#request = request;
    this.#change({ share: 0, isCancelled: false, error: undefined });
    this.#timer = setTimeout(() => void this.#measure(request).catch((error: unknown) => this.#fail(error)), restMs);
  }

  /** The measures that depend on it only. */
  measureAt(leastIou: number): void {
    this.#leastIou = leastIou;
    this.#measureAtIou().catch((error: unknown) => this.#fail(error));
  }

  cancel(): void {
    this.stop();
    this.#change({ share: undefined, isCancelled: true });
  }

  again(): void {
    if (this.#request !== undefined) this.measure(this.#request);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#calls.end();
    this.#whole = undefined;
  }

  async #measure({ truth, found, sameTypes, suppressing }: AgreementRequest): Promise<void> {
    const notCounted = {
      types: new Set(suppressing),
      regions: [truth, found].map((core) => core.regions(suppressing)),
    };
    const [all = [], others = []] = [truth, found].map((core) => countedBoxes(objectsOf(core), notCounted));
    const onProgress = (share: number): void => this.#change({ share });
    const call = { kind: "whole", truth: all, found: others, sameTypes } as const;
    this.#whole = await this.#calls.call<WholeMeasures>(call, { onProgress });
    await this.#measureAtIou();
  }

  async #measureAtIou(): Promise<void> {
    const [whole, leastIou] = [this.#whole, this.#leastIou];
    if (whole === undefined) return;
    const measures = await this.#calls.call<MeasuresAtIou>({ kind: "atIou", leastIou });
    // Meanwhile another one was asked for.
    if (whole !== this.#whole || leastIou !== this.#leastIou) return;
    this.#change({ agreement: { whole, ...measures }, share: undefined });
  }

  #fail(error: unknown): void {
    // The worker was ended here.
    if (error instanceof DOMException && error.name === "AbortError") return;
    this.stop();
    const unloaded = error instanceof WorkerDiedError && error.message === "";
    this.#change({ share: undefined, error: unloaded ? t("compare.measuringUnloaded") : errorText(error) });
  }

  #change(part: Partial<AgreementState>): void {
    this.state.value = { ...this.state.peek(), ...part };
  }
}

export function useAgreement(request: AgreementRequest & { readonly leastIou: number }) {
  useSignals();
  const { truth, found, version, sameTypes, suppressing, leastIou } = request;
  const [meter] = useState(() => new AgreementMeter());
  useEffect(() => {
    meter.measure({ truth, found, version, sameTypes, suppressing });
    return () => meter.stop();
  }, [meter, truth, found, version, sameTypes, suppressing]);
  useEffect(() => meter.measureAt(leastIou), [meter, leastIou]);
  return { ...meter.state.value, cancel: () => meter.cancel(), again: () => meter.again() };
}
