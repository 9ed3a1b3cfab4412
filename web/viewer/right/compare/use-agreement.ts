/** Measures how well two sides agree: in a worker, shortly after a change; can be cancelled. */

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
  /** Counts changes of both sides: the cores keep their identity after an edit. */
  readonly version: number;
  readonly sameTypes: boolean;
  /** Types whose regions are excluded from the measures. */
  readonly suppressing: readonly string[];
}

export interface AgreementState {
  /** The last result; kept while the next one is computed. */
  readonly agreement: Agreement | undefined;
  /** Progress 0..1 while measuring. */
  readonly share: number | undefined;
  readonly isCancelled: boolean;
  readonly error: string | undefined;
}

/** All tracks except frame labels, whose boxes always cover the whole picture. */
function objectsOf(core: AnnotationCore): readonly TrackBoxes[] {
  return core.trackBoxes().filter(({ id, bounds }) => bounds[0] !== 0 || bounds[1] !== 0 || !isFrameLabel(core, id));
}

const restMs = 150;
const nothing: AgreementState = { agreement: undefined, share: undefined, isCancelled: false, error: undefined };

/** Runs one measurement at a time: a new request cancels the previous one. */
class AgreementMeter {
  readonly state = signal(nothing);
  readonly #calls = new WorkerCalls<MeasureCall>(
    () => new Worker(new URL("./measure.worker.ts", import.meta.url), { type: "module", name: "agreement" }),
  );
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AgreementRequest | undefined;
  /** Result of the current request; `undefined`: not measured yet. */
  #whole: WholeMeasures | undefined;
  #minIou = 0.5;

  measure(request: AgreementRequest): void {
    this.stop();
    this.#request = request;
    this.#change({ share: 0, isCancelled: false, error: undefined });
    this.#timer = setTimeout(() => void this.#measure(request).catch((error: unknown) => this.#fail(error)), restMs);
  }

  /** Computes only the measures that depend on the IoU. */
  measureAt(minIou: number): void {
    this.#minIou = minIou;
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
    const [whole, minIou] = [this.#whole, this.#minIou];
    if (whole === undefined) return;
    const measures = await this.#calls.call<MeasuresAtIou>({ kind: "atIou", minIou });
    // A newer request has been made meanwhile.
    if (whole !== this.#whole || minIou !== this.#minIou) return;
    this.#change({ agreement: { whole, ...measures }, share: undefined });
  }

  #fail(error: unknown): void {
    // Terminated by us.
    if (error instanceof DOMException && error.name === "AbortError") return;
    this.stop();
    const unloaded = error instanceof WorkerDiedError && error.message === "";
    this.#change({ share: undefined, error: unloaded ? t("compare.measuringUnloaded") : errorText(error) });
  }

  #change(part: Partial<AgreementState>): void {
    this.state.value = { ...this.state.peek(), ...part };
  }
}

export function useAgreement(request: AgreementRequest & { readonly minIou: number }) {
  useSignals();
  const { truth, found, version, sameTypes, suppressing, minIou } = request;
  const [meter] = useState(() => new AgreementMeter());
  useEffect(() => {
    meter.measure({ truth, found, version, sameTypes, suppressing });
    return () => meter.stop();
  }, [meter, truth, found, version, sameTypes, suppressing]);
  useEffect(() => meter.measureAt(minIou), [meter, minIou]);
  return { ...meter.state.value, cancel: () => meter.cancel(), again: () => meter.again() };
}
