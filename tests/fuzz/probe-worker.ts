/** The thread that probes: answers each input with what did not hold, or with nothing. */
import { parentPort } from "node:worker_threads";
import type { AnnotationFormat } from "#core";
import { Prober } from "./probe.ts";

export interface ProbeRequest {
  readonly bytes: Uint8Array;
  readonly format: AnnotationFormat;
  /** With new cores, instead of those that the inputs before left behind. */
  readonly isFresh: boolean;
}

const prober = new Prober();
parentPort?.on("message", ({ bytes, format, isFresh }: ProbeRequest) => {
  void prober.probe(bytes, format, isFresh).then(
    () => parentPort?.postMessage(undefined),
    (error: unknown) =>
      parentPort?.postMessage(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
});
