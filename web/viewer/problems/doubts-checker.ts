/** Has a worker look for problems, one request after the other: what is asked for meanwhile waits, and the last of it counts. */

import type { DoubtFacts } from "#core/types";
import type { AnnotationDocument } from "../../session/annotation-document.ts";
import type { DoubtsReply, DoubtsRequest } from "./check-doubts.ts";

interface Asked {
  readonly document: AnnotationDocument;
  readonly facts: DoubtFacts;
  readonly then: (reply: DoubtsReply) => void;
}

export class DoubtsChecker {
  #worker: Worker | undefined;
  /** What the worker has. */
  #copied: { readonly document: AnnotationDocument; readonly seq: number } | undefined;
  #running: Asked | undefined;
  #waiting: Asked | undefined;

  check(asked: Asked): void {
    this.#waiting = asked;
    if (this.#running === undefined) this.#start();
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#copied = undefined;
    this.#running = undefined;
    this.#waiting = undefined;
  }

  #start(): void {
    const asked = this.#waiting;
    this.#waiting = undefined;
    this.#running = asked;
    if (asked === undefined) return;
    const { document, facts } = asked;
    const { core } = document;
    const copied = this.#copied?.document === document ? this.#copied : undefined;
    this.#copied = { document, seq: core.seq };
    if (copied === undefined) {
      const image = core.takeImage();
      return this.#send({ image, facts }, image.memory.buffer);
    }
    const ops = core.opsSince(copied.seq);
    this.#send({ ops, facts }, ops.buffer);
  }

  #send(request: DoubtsRequest, given: ArrayBuffer): void {
    if (this.#worker === undefined) {
      this.#worker = new Worker(new URL("./doubts.worker.ts", import.meta.url), { type: "module", name: "problems" });
      this.#worker.addEventListener("message", ({ data }: MessageEvent<DoubtsReply>) => this.#receive(data));
      this.#worker.addEventListener("error", ({ message }) => this.#receive({ kind: "failed", message }));
    }
    this.#worker.postMessage(request, [given]);
  }

  #receive(reply: DoubtsReply): void {
    const asked = this.#running;
    // Nobody knows what the worker has then: the next one begins anew.
    if (reply.kind === "failed") {
      this.#worker?.terminate();
      this.#worker = undefined;
      this.#copied = undefined;
    }
    if (this.#waiting === undefined) asked?.then(reply);
    this.#start();
  }
}
