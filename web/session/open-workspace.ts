/**
 * Opens a dataset: its metadata and media, its configuration, the annotations of each camera, and unsaved changes of an
 * earlier page.
 *
 * One call returns everything the viewer needs; if something cannot be opened, it throws an error with a message for
 * users.
 */

import type { AnnotationCore } from "#core/types";
import type { ApiClient } from "#schemas/client";
import type { Defer } from "../base/after-frame.ts";
import { DisposalStack } from "../base/disposal-stack.ts";
import { warnOfJournal, type AnnotationDocument, type DocumentAddress } from "./document/annotation-document.ts";
import type { AsideJournal } from "./saving/aside-journals.ts";
import { buildDocument, type BuiltDocument } from "./document/build-document.ts";
import { Configuration } from "./dataset/configuration.ts";
import { joinSteps, type ConfigurationStep } from "./dataset/configuration-step.ts";
import { ConfigurationSaver } from "./saving/configuration-saver.ts";
import { toConfigurationValues, type ConfigurationEntry } from "./dataset/configuration-values.ts";
import type { CameraInfo, DatasetInfo } from "./dataset/dataset.ts";
import { loadDataset } from "./dataset/load-dataset.ts";
import type { OpenJournal } from "./saving/journal.ts";
import { OpeningJournals } from "./saving/opening-journals.ts";
import type { Conflict, ConflictChoice } from "./saving/conflict.ts";
import { Saver } from "./saving/saver.ts";
import type { SaveError } from "./saving/save-error.ts";
import type { SettingsStore } from "./display/settings.ts";
import { Workspace, type ReadOnlyReason, type WorkspaceParts } from "./workspace.ts";

export interface OpenRequest {
  readonly client: ApiClient;
  readonly createCore: () => Promise<AnnotationCore>;
  readonly settings: SettingsStore;
  /** The signed-in user: unsaved changes belong to a person. */
  readonly userId: string;
  /** Whose values of user attributes are used. */
  readonly login?: string | undefined;
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName?: string | undefined;
  /** A past revision, which is read-only; `undefined`: the newest. */
  readonly revision?: number | undefined;
  /** Another set whose tracks are shown for comparison, read-only. */
  readonly comparedSet?: string | undefined;
  readonly readOnly?: ReadOnlyReason | undefined;
  /** Share that is loaded, 0..1. */
  readonly onProgress?: (share: number) => void;
  /** Called with the cameras before their annotations are loaded, so that media can be opened meanwhile. */
  readonly onCameras?: (cameras: readonly CameraInfo[]) => void;
  readonly askAboutConflict: (conflict: Conflict) => Promise<ConflictChoice>;
  /** Receives styles and definitions that another client had changed too and that a save has replaced. */
  readonly onReplaced?: (entries: readonly ConfigurationEntry[]) => void;
  /** Called once when thresholds or image settings could not be stored. */
  readonly onRefused?: (error: SaveError) => void;
  readonly signal?: AbortSignal;
  /** Where something is drawn: see `Display`. */
  readonly afterFrame?: Defer;
  readonly whenIdle?: Defer;
}

export interface OpenWorkspace {
  readonly workspace: Workspace;
  readonly saver: Saver;
  /** Unsaved changes of an earlier page that were restored. */
  readonly recovered: BuiltDocument["recovered"];
  /**
   * Unsaved changes, from this opening and earlier ones, that no longer fit the server's state: they are set aside.
   */
  readonly aside: readonly AsideJournal[];
  /** Reads annotations and configuration again after someone else has written them. Throws if something is unsaved. */
  readAgain(): Promise<void>;
  /** Discards everything unsaved, as the user decided: the next page does not offer it again. */
  forgetUnsaved(): Promise<void>;
  dispose(): Promise<void>;
}

export async function openWorkspace(request: OpenRequest): Promise<OpenWorkspace> {
  const parts = new DisposalStack();
  try {
    return await open(request, parts);
  } catch (error) {
    // The first error is the one to report.
    await parts
      .dispose()
      .catch((failure: unknown) => console.warn("Cannot close a dataset that failed to open:", failure));
    throw error;
  }
}

/** Each step adds the parts it opens to `parts`, so that a later step that fails leaves nothing open. */
async function open(request: OpenRequest, parts: DisposalStack): Promise<OpenWorkspace> {
  const { client, onProgress = () => undefined } = request;
  const { dataset, isWritable } = await loadDataset(request);
  const readOnly = request.readOnly ?? (isWritable ? undefined : "access");
  onProgress(0.1);
  request.onCameras?.(dataset.cameras);

  const { setName, revision, comparedSet } = request;
  const addressOf = (datasetId: string): DocumentAddress => ({ datasetId, setName, revision, comparedSet });
  const addresses = dataset.cameras.map(({ datasetId }) => addressOf(datasetId));
  const journals = new OpeningJournals(request.userId, readOnly !== undefined);
  const builder = new DocumentBuilder(request, journals, parts);
  const built = await builder.buildAll(addresses, (share) => onProgress(0.1 + 0.9 * share));

  const configured = await openConfiguration(dataset, await journals.openConfiguration(addressOf(dataset.id)), parts);
  const aside = await journals.listAside(addressOf(dataset.id), addresses);
  const { configuration } = configured;
  const documents = built.map(({ document }) => document);
  const workspace = createWorkspace(request, { dataset, configuration, readOnly, documents, builder }, parts);
  const configurationSaver = saveConfiguration(request, workspace, configured.lastSave, parts);
  const { askAboutConflict, createCore } = request;
  const saver = new Saver({ workspace, configuration: configurationSaver, client, createCore, askAboutConflict });

  return {
    workspace,
    saver,
    recovered: sumOf([...built, configured].flatMap((each) => each.recovered ?? [])),
    aside,
    async readAgain() {
      configuration.take(toConfigurationValues(await client.call("dataset.get", { id: dataset.id })));
      await saver.reload();
    },
    forgetUnsaved: () => forgetUnsaved(workspace),
    dispose: () => parts.dispose(),
  };
}

/**
 * Builds the documents of cameras, with their journals: all of them on opening, later those of another set or revision.
 */
class DocumentBuilder {
  readonly #request: OpenRequest;
  readonly #journals: OpeningJournals;
  readonly #parts: DisposalStack;

  constructor(request: OpenRequest, journals: OpeningJournals, parts: DisposalStack) {
    this.#request = request;
    this.#journals = journals;
    this.#parts = parts;
  }

  async buildAll(
    addresses: readonly DocumentAddress[],
    onProgress: (share: number) => void,
  ): Promise<readonly BuiltDocument[]> {
    const shares = addresses.map(() => 0);
    return await Promise.all(
      addresses.map((address, index) =>
        this.#build(address, (share) => {
          shares[index] = share;
          onProgress(shares.reduce((sum, each) => sum + each, 0) / shares.length);
        }),
      ),
    );
  }

  /** The document that replaces the shown one. Nothing shown is unsaved, so of the same set the journal continues. */
  async buildNext(address: DocumentAddress, shown: AnnotationDocument): Promise<AnnotationDocument> {
    const isSame =
      shown.address.setName === address.setName &&
      shown.address.revision === address.revision &&
      shown.address.comparedSet === address.comparedSet;
    if (!isSame) return (await this.#build(address)).document;
    const opened = shown.journal && { journal: shown.journal, left: undefined };
    return (await buildDocument(address, opened, this.#means)).document;
  }

  async #build(address: DocumentAddress, onProgress?: (share: number) => void): Promise<BuiltDocument> {
    const opened = await this.#journals.open(address, this.#parts);
    try {
      return await buildDocument(address, opened, { ...this.#means, ...(onProgress && { onProgress }) });
    } catch (error) {
      await opened?.journal.close();
      throw error;
    }
  }

  get #means() {
    const { client, createCore, signal } = this.#request;
    return { client, createCore, signal };
  }
}

interface OpenedConfiguration {
  readonly configuration: Configuration;
  readonly recovered: BuiltDocument["recovered"];
  readonly lastSave: LastSave;
}

/** The save of the configuration that is under way when the dataset is closed. */
interface LastSave {
  ended?: Promise<void>;
}

/** Includes unsaved changes of an earlier page. */
async function openConfiguration(
  { configuration: stored }: DatasetInfo,
  opened: OpenJournal | undefined,
  parts: DisposalStack,
): Promise<OpenedConfiguration> {
  const { journal, left } = opened ?? {};
  const lastSave: LastSave = {};
  parts.defer(async () => {
    // The caller of the save reports a failure.
    await lastSave.ended?.catch(() => undefined);
    await journal?.close();
  });
  let step: ConfigurationStep | undefined;
  try {
    step = left && joinSteps(left.entries);
  } catch {
    await journal?.setAside("unreadable").catch(warnOfJournal);
  }
  const configuration = new Configuration({ stored, journal, recovered: step });
  const count = configuration.pendingCount.peek();
  return { configuration, lastSave, recovered: left && count > 0 ? { count, touched: left.touched } : undefined };
}

interface DocumentsParts extends Pick<WorkspaceParts, "dataset" | "configuration" | "readOnly" | "documents"> {
  readonly builder: DocumentBuilder;
}

function createWorkspace(
  request: OpenRequest,
  { builder, ...opened }: DocumentsParts,
  parts: DisposalStack,
): Workspace {
  const { login, settings, createCore, afterFrame, whenIdle } = request;
  const workspace = parts.use(
    new Workspace({
      ...opened,
      login,
      settings,
      createCore,
      afterFrame,
      whenIdle,
      buildDocument: (address, shown) => builder.buildNext(address, shown),
    }),
  );
  parts.defer(
    workspace.documents.onReplaced((camera, { journal }) => {
      if (journal !== camera.document.peek().journal) void journal?.close();
    }),
  );
  return workspace;
}

function saveConfiguration(
  { client, onReplaced = () => undefined, onRefused = () => undefined }: OpenRequest,
  { configuration, dataset, readOnly }: Workspace,
  lastSave: LastSave,
  parts: DisposalStack,
): ConfigurationSaver {
  const saver = new ConfigurationSaver({
    configuration,
    client,
    datasetId: dataset.id,
    isReadOnly: () => readOnly.peek() !== undefined,
    onReplaced,
    onRefused,
  });
  parts.defer(() => (lastSave.ended = saver.stop()));
  return saver;
}

function sumOf(recovered: readonly NonNullable<BuiltDocument["recovered"]>[]): BuiltDocument["recovered"] {
  const [first] = recovered;
  const count = recovered.reduce((sum, each) => sum + each.count, 0);
  return first && { count, touched: first.touched };
}

async function forgetUnsaved({ cameras, configuration }: Workspace): Promise<void> {
  configuration.discard();
  await configuration.journal?.settled();
  for (const camera of cameras) {
    const { journal, revision } = camera.document.peek();
    await journal?.reset(revision);
  }
}
