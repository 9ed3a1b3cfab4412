/**
 * The comments on the open dataset, as the server has them: each change is sent at once, then the list is read again.
 * Drafts are kept here, so that they survive closing the panel.
 */
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { ApiClient } from "#schemas/client";
import type { Comment, CommentAnchor } from "#schemas/wire";
import { inOrder, threadsOf, type Thread } from "./threads.ts";

/** A comment that will start a thread, while it is being written. */
export interface CommentDraft {
  readonly text: string;
  readonly anchor: CommentAnchor;
}

interface CommentsParts {
  readonly client: ApiClient;
  readonly datasetId: string;
}

export class Comments {
  readonly #parts: CommentsParts;
  readonly #all = signal<readonly Comment[] | undefined>(undefined);
  readonly #error = signal<Error | undefined>(undefined);
  readonly #shown = signal<string | undefined>(undefined);
  readonly #draft = signal<CommentDraft | undefined>(undefined);
  readonly #isPlacing = signal(false);
  /** Number of the latest request: an older answer that arrives later is ignored. */
  #reading = 0;

  /** `undefined` until they are loaded. */
  readonly threads: ReadonlySignal<readonly Thread[] | undefined> = computed(
    () => this.#all.value && inOrder(threadsOf(this.#all.value)),
  );
  /** Unresolved threads. */
  readonly open: ReadonlySignal<readonly Thread[]> = computed(() =>
    (this.threads.value ?? []).filter(({ isResolved }) => !isResolved),
  );
  /** Why they could not be loaded. */
  readonly error: ReadonlySignal<Error | undefined> = this.#error;
  /** The thread the user went to last. */
  readonly shown: ReadonlySignal<string | undefined> = this.#shown;
  readonly draft: ReadonlySignal<CommentDraft | undefined> = this.#draft;
  /** Whether the next click on the picture sets the subject of the draft. */
  readonly isPlacing: ReadonlySignal<boolean> = this.#isPlacing;

  constructor(parts: CommentsParts) {
    this.#parts = parts;
  }

  show({ id }: Pick<Thread, "id">): void {
    this.#shown.value = id;
  }

  /** @param draft `undefined`: discarded */
  write(draft: CommentDraft | undefined): void {
    this.#draft.value = draft;
  }

  /** Changes the subject of the comment and keeps its text. */
  writeAbout(anchor: CommentAnchor): void {
    this.#draft.value = { text: this.#draft.peek()?.text ?? "", anchor };
  }

  choosePlace(isChoosing: boolean): void {
    this.#isPlacing.value = isChoosing;
  }

  /** Loads them again; a failure is in `error`. */
  async load(): Promise<void> {
    const reading = ++this.#reading;
    try {
      const all = await this.#parts.client.call("comment.list", { id: this.#parts.datasetId });
      if (reading !== this.#reading) return;
      this.#all.value = all;
      this.#error.value = undefined;
    } catch (error) {
      if (reading === this.#reading) this.#error.value = error as Error;
    }
  }

  /** Rejects if it was not stored; the draft is kept. */
  async send({ text, anchor }: CommentDraft): Promise<void> {
    const { _id } = await this.#parts.client.call("comment.create", {
      id: this.#parts.datasetId,
      body: { text, anchor },
    });
    this.#shown.value = _id;
    this.#draft.value = undefined;
    await this.load();
  }

  async reply({ id: threadId }: Thread, text: string): Promise<void> {
    await this.#parts.client.call("comment.create", { id: this.#parts.datasetId, body: { text, threadId } });
    await this.load();
  }

  async changeText({ _id: commentId }: Comment, text: string): Promise<void> {
    await this.#parts.client.call("comment.update", { id: this.#parts.datasetId, commentId, body: { text } });
    await this.load();
  }

  async resolve({ id: commentId }: Thread, resolved: boolean): Promise<void> {
    await this.#parts.client.call("comment.update", { id: this.#parts.datasetId, commentId, body: { resolved } });
    await this.load();
  }

  /** Deleting the first comment deletes its thread. */
  async remove({ _id: commentId }: Comment): Promise<void> {
    await this.#parts.client.call("comment.delete", { id: this.#parts.datasetId, commentId });
    await this.load();
  }
}
