/** The journals of a dataset that is being opened: one for each camera's annotations, and one for the configuration. */

import type { DisposalStack } from "../../base/disposal-stack.ts";
import { warnOfJournal, type DocumentAddress } from "../document/annotation-document.ts";
import { listAside, type AsideJournal } from "./aside-journals.ts";
import { Journal, type OpenJournal } from "./journal.ts";
import type { JournalKey } from "./journal-database.ts";

export class OpeningJournals {
  readonly #userId: string;
  readonly #isReadOnly: boolean;

  constructor(userId: string, isReadOnly: boolean) {
    this.#userId = userId;
    this.#isReadOnly = isReadOnly;
  }

  /** Opens the journal of these annotations. `undefined`: they cannot be edited. */
  async open(address: DocumentAddress, parts: DisposalStack): Promise<OpenJournal | undefined> {
    const key = this.#keyOf(address);
    const opened = key && (await openJournal(key));
    if (opened !== undefined) parts.defer(() => opened.journal.close());
    return opened;
  }

  /** The caller closes it. */
  async openConfiguration(address: DocumentAddress): Promise<OpenJournal | undefined> {
    const key = this.#configurationKeyOf(address);
    return key && (await openJournal(key));
  }

  /** The journals that have been set aside, of these annotations and of the configuration. */
  async listAside(dataset: DocumentAddress, cameras: readonly DocumentAddress[]): Promise<readonly AsideJournal[]> {
    const keys = [...cameras.map((address) => this.#keyOf(address)), this.#configurationKeyOf(dataset)].filter(
      (key) => key !== undefined,
    );
    if (globalThis.indexedDB === undefined || keys.length === 0) return [];
    return await listAside(keys).catch((error: unknown) => {
      warnOfJournal(error);
      return [];
    });
  }

  #keyOf({ datasetId, setName, revision, comparedSet }: DocumentAddress): JournalKey | undefined {
    if (this.#isReadOnly || revision !== undefined || comparedSet !== undefined) return undefined;
    return { userId: this.#userId, datasetId, setName };
  }

  /** All sets share one configuration. */
  #configurationKeyOf(address: DocumentAddress): JournalKey | undefined {
    const key = this.#keyOf({ ...address, setName: undefined });
    return key && { ...key, isOfConfiguration: true };
  }
}

/** Without IndexedDB (private windows of some browsers) the viewer works, but without crash recovery. */
async function openJournal(key: JournalKey): Promise<OpenJournal | undefined> {
  if (globalThis.indexedDB === undefined) return undefined;
  try {
    return await Journal.open(key);
  } catch (error) {
    console.warn("Unsaved changes cannot be kept on this machine:", error);
    return undefined;
  }
}
