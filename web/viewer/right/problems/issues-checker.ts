/** Checks for problems in a worker, one request at a time: of the requests made meanwhile only the last one runs. */

import type { IssueFacts, IssueGroup } from "#core/types";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { WorkerCalls, WorkerDiedError } from "../../../base/worker-calls.ts";
import type { AnnotationDocument } from "../../../session/document/annotation-document.ts";
import { yieldToPage } from "../../../session/document/yield-to-page.ts";
import type { IssuesCall, IssuesReply } from "./check-issues.ts";

interface Asked {
  readonly document: AnnotationDocument;
  readonly facts: IssueFacts;
  readonly then: (reply: IssuesReply) => void;
}

export class IssuesChecker {
  readonly #calls = new WorkerCalls<IssuesCall>(
    () => new Worker(new URL("./issues.worker.ts", import.meta.url), { type: "module", name: "problems" }),
  );
  /** The content of the worker's copy. */
  #copied: { readonly document: AnnotationDocument; readonly seq: number } | undefined;
  #running: Asked | undefined;
  #waiting: Asked | undefined;

  check(asked: Asked): void {
    this.#waiting = asked;
    if (this.#running === undefined) this.#start();
  }

  stop(): void {
    this.#copied = undefined;
    this.#running = undefined;
    this.#waiting = undefined;
    this.#calls.end();
  }

  #start(): void {
    const request = this.#waiting;
    this.#waiting = undefined;
    this.#running = request;
    if (request === undefined) return;
    const { document, facts } = request;
    const { core } = document;
    if (this.#copied?.document !== document) {
      this.#copyAndSend(request).catch((error: unknown) => {
        this.#receive(request, { kind: "failed", message: errorText(error) });
      });
      return;
    }
    const ops = core.opsSince(this.#copied.seq);
    this.#copied = { document, seq: core.seq };
    this.#send(request, { ops, facts }, ops.buffer);
  }

  /** The copy is made in steps; edits made meanwhile are sent with the next request. */
  async #copyAndSend(asked: Asked): Promise<void> {
    const { document, facts } = asked;
    const { core } = document;
    const { image, seq } = await core.writer.copyImage(yieldToPage);
    // Stopped meanwhile.
    if (this.#running !== asked) return;
    this.#copied = { document, seq };
    this.#send(asked, { image, facts }, image.memory.buffer);
  }

  #send(asked: Asked, call: IssuesCall, given: ArrayBuffer): void {
    const answer = this.#calls.call<readonly IssueGroup[]>(call, { transfer: [given] });
    answer.then(
      (found) => this.#receive(asked, { kind: "found", found }),
      (error: unknown) => {
        const unloaded = error instanceof WorkerDiedError && error.message === "";
        this.#receive(asked, { kind: "failed", message: unloaded ? t("problems.unloaded") : errorText(error) });
      },
    );
  }

  #receive(asked: Asked, reply: IssuesReply): void {
    // Stopped meanwhile.
    if (this.#running !== asked) return;
    // The worker's state is unknown then, so the next request starts over.
    if (reply.kind === "failed") {
      this.#copied = undefined;
      this.#calls.end();
    }
    if (this.#waiting === undefined) asked.then(reply);
    this.#start();
  }
}
