/**
 * How well the two sides agree, in numbers: measured in a worker, a moment after something has changed; can be
 * cancelled.
 */

import { signal } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { countedBoxes } from "#core/metrics/counted";
import type { AnnotationCore, TrackBoxes } from "#core/types";
import { t } from "../../base/texts/index.ts";
import { isFrameLabel } from "../../session/display/frame-labels.ts";
import type { Agreement, MeasureReply, MeasureRequest, WholeMeasures } from "./measure.ts";

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
  #worker: Worker | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AgreementRequest | undefined;
  #whole: WholeMeasures | undefined;
  #leastIou = 0.5;

  measure(request: AgreementRequest): void {
    this.stop();
    this.#request = request;
    this.#change({ share: 0, isCancelled: false, error: undefined });
    this.#timer = setTimeout(() => this.#start(request), restMs);
  }

  /** The measures that depend on it only. */
  measureAt(leastIou: number): void {
    this.#leastIou = leastIou;
    this.#send({ kind: "atIou", leastIou });
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
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start({ truth, found, sameTypes, suppressing }: AgreementRequest): void {
    const worker = new Worker(new URL("./measure.worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<MeasureReply>) => this.#receive(data));
    // A worker that could not be loaded says nothing more.
    worker.addEventListener("error", ({ message }) =>
      this.#receive({ kind: "failed", message: message ?? t("compare.measuringUnloaded") }),
    );
    const notCounted = {
      types: new Set(suppressing),
      regions: [truth, found].map((core) => core.regions(suppressing)),
    };
    const [all, others] = [truth, found].map((core) => countedBoxes(objectsOf(core), notCounted));
    this.#send({ kind: "measure", truth: all ?? [], found: others ?? [], sameTypes, leastIou: this.#leastIou });
  }

  #send(request: MeasureRequest): void {
    this.#worker?.postMessage(request);
  }

  #receive(reply: MeasureReply): void {
    switch (reply.kind) {
      case "progress":
        return this.#change({ share: reply.share });
      case "whole":
        this.#whole = reply.whole;
        return undefined;
      case "atIou":
        // An older one may still be on its way.
        if (reply.leastIou !== this.#leastIou || this.#whole === undefined) return undefined;
        return this.#change({ agreement: { whole: this.#whole, ...reply.measures }, share: undefined });
      case "failed":
        this.stop();
        return this.#change({ share: undefined, error: reply.message });
    }
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
