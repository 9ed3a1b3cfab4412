/**
 * The comments on the open dataset, as the server has them: each change is sent at once and the list is read again. What
 * is being written is kept here, so that it outlives a closed panel.
 */
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { ApiClient } from "#schemas/client";
import type { Comment, CommentAnchor } from "#schemas/wire";
import { inOrder, threadsOf, type Thread } from "./threads.ts";

/** A comment that begins a thread, while it is written. */
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
  /** Of the newest reading: an older answer that comes later does not count. */
  #reading = 0;

  /** `undefined` until they have been read. */
  readonly threads: ReadonlySignal<readonly Thread[] | undefined> = computed(
    () => this.#all.value && inOrder(threadsOf(this.#all.value)),
  );
  /** Those that are not resolved. */
  readonly open: ReadonlySignal<readonly Thread[]> = computed(() =>
    (this.threads.value ?? []).filter(({ isResolved }) => !isResolved),
  );
  /** Why they could not be read. */
  readonly error: ReadonlySignal<Error | undefined> = this.#error;
  /** The thread that was gone to last. */
  readonly shown: ReadonlySignal<string | undefined> = this.#shown;
  readonly draft: ReadonlySignal<CommentDraft | undefined> = this.#draft;
  /** The next click on the picture says what the draft is about. */
  readonly isPlacing: ReadonlySignal<boolean> = this.#isPlacing;

  constructor(parts: CommentsParts) {
    this.#parts = parts;
  }

  show({ id }: Pick<Thread, "id">): void {
    this.#shown.value = id;
  }

  /** @param draft `undefined`: given up */
  write(draft: CommentDraft | undefined): void {
    this.#draft.value = draft;
  }

  /** What the comment is about has changed; its text, if there is one, stays. */
  writeAbout(anchor: CommentAnchor): void {
    this.#draft.value = { text: this.#draft.peek()?.text ?? "", anchor };
  }

  choosePlace(isChoosing: boolean): void {
    this.#isPlacing.value = isChoosing;
  }

  /** Reads them again; a failure is in `error`. */
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

  /** Rejects when it was not stored; the draft is there still. */
  async send({ text, anchor }: CommentDraft): Promise<void> {
    const { _id } = await this.#parts.client.call("comment.create", {
      ...{ id: this.#parts.datasetId, body: { text, anchor } },
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

  /** Of a first comment: with its thread. */
  async remove({ _id: commentId }: Comment): Promise<void> {
    await this.#parts.client.call("comment.delete", { id: this.#parts.datasetId, commentId });
    await this.load();
  }
}
