/** How well the two sides agree, in numbers: measured in a worker, a moment after something has changed; can be cancelled. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { AnnotationCore } from "#core/types";
import type { Agreement, MeasureReply, MeasureRequest, MeasuresAtIou, WholeMeasures } from "./measure.ts";

export interface AgreementRequest {
  readonly truth: AnnotationCore;
  readonly found: AnnotationCore;
  /** Counts changes of either. */
  readonly version: number;
  readonly sameTypes: boolean;
  readonly leastIou: number;
}

export interface AgreementState {
  /** The last that was measured, while the next is on its way. */
  readonly agreement: Agreement | undefined;
  /** 0..1 while it is measured. */
  readonly share: number | undefined;
  readonly isCancelled: boolean;
  readonly error: string | undefined;
  cancel(): void;
  /** After it was cancelled. */
  again(): void;
}

const restMs = 150;

export function useAgreement(request: AgreementRequest): AgreementState {
  const { truth, found, version, sameTypes, leastIou } = request;
  const [whole, setWhole] = useState<WholeMeasures>();
  const [atIou, setAtIou] = useState<MeasuresAtIou>();
  const [share, setShare] = useState<number>();
  const [isCancelled, setCancelled] = useState(false);
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const worker = useRef<Worker>(undefined);
  const iou = useRef(leastIou);

  const stop = useCallback((): void => {
    worker.current?.terminate();
    worker.current = undefined;
    setShare(undefined);
  }, []);

  useEffect(() => {
    setShare(0);
    setCancelled(false);
    setError(undefined);
    const start = (): void => {
      const own = new Worker(new URL("./measure.worker.ts", import.meta.url), { type: "module" });
      worker.current = own;
      own.addEventListener("message", ({ data: reply }: MessageEvent<MeasureReply>) => {
        switch (reply.kind) {
          case "progress":
            return setShare(reply.share);
          case "whole":
            setWhole(reply.whole);
            return setShare(undefined);
          case "atIou":
            // An older one may still be on its way.
            return reply.leastIou === iou.current ? setAtIou(reply.measures) : undefined;
          case "failed":
            stop();
            return setError(reply.message);
        }
      });
      own.addEventListener("error", ({ message }) => {
        stop();
        setError(message);
      });
      const sides = { truth: truth.trackBoxes(), found: found.trackBoxes(), sameTypes };
      own.postMessage({ kind: "measure", ...sides, leastIou: iou.current } satisfies MeasureRequest);
    };
    const timer = setTimeout(start, restMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
    // The cores are the same objects after an edit: the version says that they are others.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [truth, found, version, sameTypes, attempt]);

  useEffect(() => {
    iou.current = leastIou;
    worker.current?.postMessage({ kind: "atIou", leastIou } satisfies MeasureRequest);
  }, [leastIou]);

  return {
    agreement: whole && atIou && { whole, ...atIou },
    share,
    isCancelled,
    error,
    cancel() {
      stop();
      setCancelled(true);
    },
    again: () => setAttempt(attempt + 1),
  };
}
