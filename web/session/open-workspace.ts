/**
 * Opens a dataset: its metadata and media, its configuration, the annotations of each camera, and unsaved changes of an
 * earlier page.
 *
 * One call returns everything the viewer needs; if something cannot be opened, it throws an error with a message for
 * users.
 */

import type { AnnotationCore } from "#core/types";
import { ApiError, type ApiClient } from "#schemas/client";
import type { Folder } from "#schemas/wire";
import type { Defer } from "../base/after-frame.ts";
import { DisposalStack } from "../base/disposal-stack.ts";
import { warnOfJournal, type DocumentAddress } from "./document/annotation-document.ts";
import { listAside, type AsideJournal } from "./saving/aside-journals.ts";
import { buildDocument, type BuiltDocument } from "./document/build-document.ts";
import { Configuration } from "./dataset/configuration.ts";
import { joinSteps, type ConfigurationStep } from "./dataset/configuration-step.ts";
import { ConfigurationSaver } from "./saving/configuration-saver.ts";
import {
  toConfigurationValues,
  type ConfigurationEntry,
  type ConfigurationValues,
} from "./dataset/configuration-values.ts";
import { DatasetError, noCameras, toCameraInfo, toDatasetInfo, type CameraInfo } from "./dataset/dataset.ts";
import { Journal, type OpenJournal } from "./saving/journal.ts";
import type { JournalKey } from "./saving/journal-database.ts";
import type { Conflict, ConflictChoice } from "./saving/conflict.ts";
import { Saver } from "./saving/saver.ts";
import type { SaveError } from "./saving/save-error.ts";
import type { SettingsStore } from "./display/settings.ts";
import { Workspace, type ReadOnlyReason } from "./workspace.ts";

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
    await parts.dispose();
    throw error;
  }
}

async function open(request: OpenRequest, parts: DisposalStack): Promise<OpenWorkspace> {
  const { client, setName, revision, comparedSet, signal, onProgress = () => undefined } = request;
  const { dataset, isWritable } = await loadDataset(request);
  const readOnly = request.readOnly ?? (isWritable ? undefined : "access");
  onProgress(0.1);
  request.onCameras?.(dataset.cameras);

  const shares = dataset.cameras.map(() => 0);
  /** The journal of these annotations; none if they cannot be edited. */
  const keyOf = ({ datasetId, ...address }: DocumentAddress): JournalKey | undefined => {
    if (readOnly !== undefined || address.revision !== undefined || address.comparedSet !== undefined) return undefined;
    return { userId: request.userId, datasetId, setName: address.setName };
  };
  const journalOf = async (address: DocumentAddress): Promise<OpenJournal | undefined> => {
    const key = keyOf(address);
    const opened = key && (await openJournal(key));
    if (opened !== undefined) parts.defer(() => opened.journal.close());
    return opened;
  };
  const means = { client, createCore: request.createCore, signal };
  const build = async (address: DocumentAddress, onProgress?: (share: number) => void): Promise<BuiltDocument> => {
    const opened = await journalOf(address);
    try {
      return await buildDocument(address, opened, { ...means, ...(onProgress && { onProgress }) });
    } catch (error) {
      await opened?.journal.close();
      throw error;
    }
  };
  const addresses = dataset.cameras.map(({ datasetId }) => ({ datasetId, setName, revision, comparedSet }));
  const built = await Promise.all(
    addresses.map(async (address, index) => {
      return await build(address, (share) => {
        shares[index] = share;
        onProgress(0.1 + (0.9 * shares.reduce((sum, each) => sum + each, 0)) / shares.length);
      });
    }),
  );

  const ownKey = keyOf({ datasetId: dataset.id, setName: undefined, revision, comparedSet });
  const configurationKey = ownKey && { ...ownKey, isOfConfiguration: true };
  const configurationJournal = configurationKey && (await openJournal(configurationKey));
  let stored: Promise<void> | undefined;
  parts.defer(async () => {
    // The caller of the save reports a failure.
    await stored?.catch(() => undefined);
    await configurationJournal?.journal.close();
  });
  const configured = await openConfiguration(dataset.configuration, configurationJournal);
  const keys = [...addresses.map(keyOf), configurationKey].filter((key) => key !== undefined);
  const aside = await asideOf(keys);
  const { configuration } = configured;
  const workspace: Workspace = new Workspace({
    dataset,
    configuration,
    login: request.login,
    settings: request.settings,
    readOnly,
    documents: built.map(({ document }) => document),
    createCore: request.createCore,
    afterFrame: request.afterFrame,
    whenIdle: request.whenIdle,
    async buildDocument(address, shown) {
      // Nothing shown is unsaved, so the journal continues if it is the same set.
      const isSame =
        shown.address.setName === address.setName &&
        shown.address.revision === address.revision &&
        shown.address.comparedSet === address.comparedSet;
      if (!isSame) return (await build(address)).document;
      const opened = shown.journal && { journal: shown.journal, left: undefined };
      return (await buildDocument(address, opened, means)).document;
    },
  });
  parts.use(workspace);
  parts.defer(
    workspace.documents.onReplaced((camera, { journal }) => {
      if (journal !== camera.document.peek().journal) void journal?.close();
    }),
  );
  const configurationSaver = new ConfigurationSaver({
    configuration,
    client,
    datasetId: dataset.id,
    isReadOnly: () => workspace.readOnly.peek() !== undefined,
    onReplaced: request.onReplaced ?? (() => undefined),
    onRefused: request.onRefused ?? (() => undefined),
  });
  parts.defer(() => (stored = configurationSaver.stop()));
  const { askAboutConflict, createCore } = request;
  const saver = new Saver({ workspace, configuration: configurationSaver, client, createCore, askAboutConflict });
  const recovered = [...built, configured].flatMap((each) => each.recovered ?? []);

  return {
    workspace,
    saver,
    recovered: recovered[0] && {
      count: recovered.reduce((sum, { count }) => sum + count, 0),
      touched: recovered[0].touched,
    },
    aside,
    async readAgain() {
      const stored = await client.call("dataset.get", { id: dataset.id });
      configuration.take(toConfigurationValues(stored));
      await saver.reload();
    },
    async forgetUnsaved() {
      configuration.discard();
      await configuration.journal?.settled();
      for (const camera of workspace.cameras) {
        const { journal, revision: read } = camera.document.peek();
        await journal?.reset(read);
      }
    },
    dispose: () => parts.dispose(),
  };
}

/** Includes unsaved changes of an earlier page. */
async function openConfiguration(stored: ConfigurationValues, opened: OpenJournal | undefined) {
  const { journal, left } = opened ?? {};
  let step: ConfigurationStep | undefined;
  try {
    step = left && joinSteps(left.entries);
  } catch {
    await journal?.setAside("unreadable").catch(warnOfJournal);
  }
  const configuration = new Configuration({ stored, journal, recovered: step });
  const count = configuration.pendingCount.peek();
  return { configuration, recovered: left && count > 0 ? { count, touched: left.touched } : undefined };
}

async function loadDataset({ client, datasetId, signal }: OpenRequest) {
  const options = signal && { signal };
  const [dataset, media, folder] = await Promise.all([
    client.call("dataset.get", { id: datasetId }, options),
    client.call("dataset.media", { id: datasetId }, options),
    client.call("folder.get", { id: datasetId }, options),
  ]).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    // The folder is not a dataset.
    if (error.status === 404) throw new DatasetError("Dataset not a valid folder");
    throw error.code === "cameras-unnamed" ? new DatasetError(noCameras) : error;
  });
  if (dataset.type !== "multi") return { dataset: toDatasetInfo(dataset, media), isWritable: canWrite(folder) };
  const { cameraOrder = [] } = dataset.multiCamMedia ?? {};
  const parts = await Promise.all(
    camerasOf(folder, cameraOrder).map(async ({ name, id }) => {
      const [own, ownMedia, ownFolder] = await Promise.all([
        client.call("dataset.get", { id }, options),
        client.call("dataset.media", { id }, options),
        client.call("folder.get", { id }, options),
      ]);
      return { camera: toCameraInfo(name, own, ownMedia), isWritable: canWrite(ownFolder) };
    }),
  );
  const cameras = parts.map(({ camera }) => camera);
  return {
    dataset: toDatasetInfo(dataset, media, cameras),
    isWritable: canWrite(folder) && parts.every(({ isWritable }) => isWritable),
  };
}

/** The datasets of the cameras. */
function camerasOf({ meta }: Folder, order: readonly string[]): { readonly name: string; readonly id: string }[] {
  const { cameras = {} } = (meta["multiCam"] ?? {}) as { cameras?: Record<string, { folderId?: string }> };
  return order.flatMap((name) => {
    const id = Object.hasOwn(cameras, name) ? cameras[name]?.folderId : undefined;
    return id === undefined ? [] : [{ name, id }];
  });
}

/** 1 is write access. */
function canWrite({ _accessLevel }: Folder): boolean {
  return _accessLevel >= 1;
}

/** Without IndexedDB (private windows of some browsers) the viewer works, but without crash recovery. */
async function openJournal(key: Parameters<typeof Journal.open>[0]): Promise<OpenJournal | undefined> {
  if (globalThis.indexedDB === undefined) return undefined;
  try {
    return await Journal.open(key);
  } catch (error) {
    console.warn("Unsaved changes cannot be kept on this machine:", error);
    return undefined;
  }
}

async function asideOf(keys: readonly JournalKey[]): Promise<readonly AsideJournal[]> {
  if (globalThis.indexedDB === undefined || keys.length === 0) return [];
  return await listAside(keys).catch((error: unknown) => {
    warnOfJournal(error);
    return [];
  });
}
