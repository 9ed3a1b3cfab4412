/** The process that probes: answers each input with the failure, or with null. */
import type { AnnotationFormat } from "#core";
import { Prober } from "./probe.ts";

export interface ProbeRequest {
  readonly bytes: Uint8Array;
  readonly format: AnnotationFormat;
  /** With new cores, instead of those used for previous inputs. */
  readonly isFresh: boolean;
}

/** The failure, if any. */
export type ProbeAnswer = string | null;

const prober = new Prober();
process.on("message", ({ bytes, format, isFresh }: ProbeRequest) => {
  void prober.probe(bytes, format, isFresh).then(
    () => answer(null),
    (error: unknown) => answer(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
});

function answer(reason: ProbeAnswer): void {
  process.send?.(reason);
}
