/** The end of everything that makes a revision: its entry in the log, and the notice to readers of the dataset. */
import type { AnnotationScope, RevisionRecord } from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserRecord } from "../../ports/records.ts";
import { recordEvent } from "../access/record-event.ts";
import type { DatasetMessages } from "../site/dataset-messages.ts";
import type { AnnotationImageService } from "./annotation-image.service.ts";

export interface SaveResult {
  /** Records written. */
  updated: number;
  /** Records replaced or deleted. */
  deleted: number;
  /** The revision this made; the latest one if nothing changed. */
  revision: number;
}

/** The result of the save that made a stored revision. */
export const resultOf = ({ additions, deletions, revision }: RevisionRecord): SaveResult => ({
  updated: additions,
  deleted: deletions,
  revision,
});

/** A revision to log. */
interface Written extends SaveResult {
  readonly description: string;
  readonly saveId: string | null;
  readonly activeMs?: number;
}

export class RevisionWriter {
  readonly #ports: Ports;
  readonly #messages: DatasetMessages;
  readonly #images: AnnotationImageService;

  constructor(ports: Ports, services: { messages: DatasetMessages; images: AnnotationImageService }) {
    this.#ports = ports;
    this.#messages = services.messages;
    this.#images = services.images;
  }

  /** Writes the log entry, unless nothing changed. */
  async log(tx: Repositories, user: UserRecord, scope: AnnotationScope, done: Written): Promise<SaveResult> {
    const { updated, deleted, revision, activeMs = 0 } = done;
    if (updated + deleted === 0) return { updated, deleted, revision: revision - 1 };
    const stored = tx.annotations.insertRevision({
      ...scope,
      revision,
      authorId: user.id,
      authorName: user.login,
      description: done.description,
      additions: updated,
      deletions: deleted,
      createdMs: this.#ports.clock.nowMs(),
      saveId: done.saveId,
      activeMs,
    });
    const { datasetId, setName } = scope;
    const data = { set: setName, revision, additions: updated, deletions: deleted, description: done.description };
    const recorded = recordEvent(tx, this.#ports, { event: "annotations.saved", folder: datasetId, user, data });
    await Promise.all([stored, recorded]);
    return { updated, deleted, revision };
  }

  /** Call after the transaction: notifies the readers of the dataset, unless nothing changed. */
  async announce(user: UserRecord, scope: AnnotationScope, done: SaveResult, description: string): Promise<void> {
    const { updated: additions, deleted: deletions, revision } = done;
    if (additions + deletions === 0) return;
    this.#images.recordStored(scope, revision, additions);
    const { id: authorId, login: authorName } = user;
    await this.#messages.publish({
      type: "annotations_saved",
      datasetId: scope.datasetId,
      data: { set: scope.setName, revision, authorId, authorName, additions, deletions, description },
    });
  }
}
