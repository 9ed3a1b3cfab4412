/**
 * Has a worker look for problems, one request after the other: requests made meanwhile wait, and only the last one
 * counts.
 */

import type { DoubtFacts } from "#core/types";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import type { AnnotationDocument } from "../../session/document/annotation-document.ts";
import { yieldToPage } from "../../session/document/yield-to-page.ts";
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
    if (this.#copied?.document !== document) {
      this.#copyAndSend(asked).catch((error: unknown) => {
        if (this.#running === asked) this.#receive({ kind: "failed", message: errorText(error) });
      });
      return;
    }
    const ops = core.opsSince(this.#copied.seq);
    this.#copied = { document, seq: core.seq };
    this.#send({ ops, facts }, ops.buffer);
  }

  /** The copy is made a part at a time; edits that come after it are sent with the next request. */
  async #copyAndSend(asked: Asked): Promise<void> {
    const { document, facts } = asked;
    const { core } = document;
    const { image, seq } = await core.copyImage(yieldToPage);
    // Stopped meanwhile.
    if (this.#running !== asked) return;
    this.#copied = { document, seq };
    this.#send({ image, facts }, image.memory.buffer);
  }

  #send(request: DoubtsRequest, given: ArrayBuffer): void {
    if (this.#worker === undefined) {
      this.#worker = new Worker(new URL("./doubts.worker.ts", import.meta.url), { type: "module", name: "problems" });
      this.#worker.addEventListener("message", ({ data }: MessageEvent<DoubtsReply>) => this.#receive(data));
      // A worker that could not be loaded says nothing more.
      this.#worker.addEventListener("error", ({ message }) =>
        this.#receive({ kind: "failed", message: message ?? t("problems.unloaded") }),
      );
    }
    this.#worker.postMessage(request, [given]);
  }

  #receive(reply: DoubtsReply): void {
    const asked = this.#running;
    // The worker's state is unknown then: the next one starts over.
    if (reply.kind === "failed") {
      this.#worker?.terminate();
      this.#worker = undefined;
      this.#copied = undefined;
    }
    if (this.#waiting === undefined) asked?.then(reply);
    this.#start();
  }
}
