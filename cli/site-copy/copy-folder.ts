/**
 * Folders and datasets on the target. Each is marked with the folder it was copied from, by which the work of a killed
 * run or an earlier copy is recognized. A folder becomes a dataset only when everything in it has arrived.
 */
import type { Folder } from "#schemas/wire";
import { runKey, unfinishedKey } from "#schemas/unfinished-upload";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { putItem, readRange, sameValue, type SourceFile } from "./copy-items.ts";
import { undefinedIfMissing } from "./pages.ts";
import type { CopyRoot, SourceFolder } from "./source-tree.ts";
import type { CopySites, ReportLoss } from "./sites.ts";

/** Metadata key of a copied folder, kept for repeating a copy without its state file. */
export const markKey = "copiedFrom";

interface Mark {
  readonly site: string;
  readonly id: string;
  readonly complete?: true;
}

export interface OpenedFolder {
  readonly id: string;
  /** It may already have contents. */
  readonly isResumed: boolean;
  /** An earlier copy has completed it. */
  readonly isComplete: boolean;
}

const childOptions = { signal: interrupted };

/** Its destination; `undefined` while the parent folder does not exist. */
export function placeOf({ state }: CopySites, folder: SourceFolder): CopyRoot["to"] | undefined {
  const { parent } = folder;
  if ("to" in parent) return parent.to;
  const parentId = state.find("folder", parent.id);
  return parentId === undefined ? undefined : { parentType: "folder", parentId };
}

/** The folder on the target, new or from an earlier run. @throws CliError when something else has its name */
export async function openFolder(sites: CopySites, folder: SourceFolder, lose: ReportLoss): Promise<OpenedFolder> {
  const { state } = sites;
  const known = state.find("folder", folder.id);
  if (known !== undefined) return { id: known, isResumed: true, isComplete: false };
  const place = placeOf(sites, folder);
  if (place === undefined) throw new CliError(ExitCode.findings, `the folder that it is in was not copied`);
  const rootOfMedia = folder.cloneOf === undefined ? undefined : state.find("folder", folder.cloneOf);
  const there = await findFolder(sites, place, folder.name);
  if (there === undefined) {
    const made =
      rootOfMedia === undefined
        ? await makeFolder(sites, folder, place)
        : await makeClone(sites, folder, place, rootOfMedia);
    await state.add({
      kind: "folder",
      from: folder.id,
      to: made._id,
      made: true,
    });
    return { id: made._id, isResumed: false, isComplete: false };
  }
  const mark = markOf(there);
  const isMarked = mark?.site === sites.source.url && mark.id === folder.id;
  const isOurs =
    isFolderOfNewUser(sites, folder) ||
    isMarked ||
    // A clone is created with its folders and cameras, and marked after that.
    (rootOfMedia !== undefined &&
      there.foreign_media_id === rootOfMedia &&
      (state.isCloning(folder.id) || ("isInClone" in folder.parent && folder.parent.isInClone)));
  if (!isOurs) {
    if (folder.isDataset || isDataset(there))
      throw new CliError(
        ExitCode.findings,
        `${isDataset(there) ? "a dataset" : "a folder"} of that name is there already, and is not a copy of it. Rename one of them, or choose another folder with --to`,
      );
    if (folder.depth > 0 && !folder.isInClone)
      lose("a folder of its own: one of that name was there already, and has its content as well");
  }
  await state.add({
    kind: "folder",
    from: folder.id,
    to: there._id,
    made: isOurs,
  });
  return {
    id: there._id,
    isResumed: true,
    isComplete: isMarked && mark.complete === true,
  };
}

/** Every account has the folders Public and Private. */
function isFolderOfNewUser({ state }: CopySites, { parent }: SourceFolder): boolean {
  return (
    "to" in parent && parent.parentType === "user" && parent.to.parentType === "user" && state.wasMade(parent.parentId)
  );
}

async function findFolder({ target }: CopySites, place: CopyRoot["to"], name: string): Promise<Folder | undefined> {
  const [found] = await target.client.call("folder.list", { ...place, name: name.trim() }, childOptions);
  return found;
}

/** In a private place of the target, new folders are private too. */
async function makeFolder(sites: CopySites, folder: SourceFolder, place: CopyRoot["to"]): Promise<Folder> {
  const metadata = {
    [markKey]: { site: sites.source.url, id: folder.id } satisfies Mark,
  };
  const visible = folder.isPublic ? {} : { public: false };
  return await sites.target.client.call(
    "folder.create",
    { ...place, name: folder.name, metadata, ...visible },
    childOptions,
  );
}

async function makeClone(
  sites: CopySites,
  { id, name }: SourceFolder,
  { parentType, parentId }: CopyRoot["to"],
  cloneId: string,
): Promise<Folder> {
  if (parentType !== "folder") throw new CliError(ExitCode.findings, `a clone has to be in a folder`);
  await sites.state.add({ cloning: id });
  // Without annotations, which are copied as for other datasets.
  return await sites.target.client.call(
    "dataset.clone",
    { cloneId, parentFolderId: parentId, name, revision: 0 },
    childOptions,
  );
}

function markOf({ meta }: Pick<Folder, "meta">): Mark | undefined {
  const mark = (meta as Readonly<Record<string, unknown>>)[markKey];
  return typeof mark === "object" && mark !== null ? (mark as Mark) : undefined;
}

const isDataset = ({ meta }: Pick<Folder, "meta">): boolean => Boolean(meta.annotate);

/** The last step: the folder's own metadata. It completes the copy, and makes a dataset one. */
export async function sealFolder(sites: CopySites, folder: SourceFolder, to: string, lose: ReportLoss): Promise<void> {
  const { source, target, state } = sites;
  const own = await source.client.call("folder.get", { id: folder.id }, childOptions);
  const there = await target.client.call("folder.get", { id: to }, childOptions);
  const isOwn = state.wasMade(folder.id);
  const meta: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(own.meta ?? {})) {
    if (key === markKey || key === runKey) continue;
    if (key === unfinishedKey) lose("an upload that was not finished");
    else if (isOwn || there.meta[key] === undefined) meta[key] = await withTargetIds(sites, value, lose, key);
    else if (!sameValue(there.meta[key], value)) lose(`the field ${key} of its metadata: the folder there has its own`);
  }
  // Metadata written by the target when it created a clone.
  const superfluous = isOwn ? Object.keys(there.meta).filter((key) => key !== markKey && !(key in meta)) : [];
  const mark = isOwn
    ? {
        [markKey]: {
          site: source.url,
          id: folder.id,
          complete: true,
        } satisfies Mark,
      }
    : {};
  const body = {
    ...meta,
    ...Object.fromEntries(superfluous.map((key) => [key, null])),
    ...mark,
  };
  if (isOwn && (own.description ?? "") !== there.description) {
    await target.client.call("folder.update", { id: to, description: own.description ?? "" }, childOptions);
  }
  if (Object.keys(body).length > 0) await target.client.call("folder.setMetadata", { id: to, body }, childOptions);
}

const objectId = /^[0-9a-f]{24}$/;

/** Metadata refer to folders (the cameras of a rig) and items (its calibration) by id. */
async function withTargetIds(sites: CopySites, value: unknown, lose: ReportLoss, key: string): Promise<unknown> {
  if (Array.isArray(value)) return await Promise.all(value.map((one) => withTargetIds(sites, one, lose, key)));
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(
      async ([name, one]) => [name, await withTargetIds(sites, one, lose, name)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }
  if (typeof value !== "string" || !objectId.test(value)) return value;
  const folder = sites.state.find("folder", value);
  if (folder !== undefined) return folder;
  if (!/ItemId$/.test(key)) return value;
  const item = await undefinedIfMissing(sites.source.client.call("item.get", { id: value }, childOptions));
  const folderId = item && sites.state.find("folder", item.folderId);
  const [found] =
    item === undefined || folderId === undefined
      ? []
      : await sites.target.client.call("item.list", { folderId, name: item.name }, childOptions);
  if (found === undefined) lose(`the file that ${key} names: it cannot be read`);
  return found?._id ?? value;
}

/** For a clone whose source is not part of the copy: its media become its own. */
export async function copyShownMedia(
  sites: CopySites,
  folder: SourceFolder,
  to: string,
  lose: ReportLoss,
): Promise<void> {
  const { source } = sites;
  const { imageData, video, sourceVideo } = await source.client.call("dataset.media", { id: folder.id }, childOptions);
  const original = sourceVideo?.id === video?.id ? undefined : sourceVideo;
  const files = [...imageData, ...[video, original].filter((one) => one !== undefined)];
  for (const { id: mediaId, filename: name } of files) {
    const address = source.client.url("dataset.mediaBytes", {
      id: folder.id,
      mediaId,
    });
    const item = await undefinedIfMissing(source.client.call("item.get", { id: mediaId }, childOptions));
    const isVideo = mediaId === video?.id;
    const facts = isVideo
      ? { codec: "h264", source_video: false }
      : mediaId === original?.id
        ? { source_video: true }
        : {};
    const size = item?.size ?? (await sizeAt(source, address, name));
    const read: SourceFile["read"] = (begin, end) => readRange(source.fetchFile, address, name, begin, end);
    const file: SourceFile = { _id: mediaId, name, size, mimeType: "", read };
    await sites.gate.pass(() => putItem(sites, { name, description: "", meta: item?.meta ?? facts }, [file], to, true));
  }
  lose("that it is a clone: its source is not part of this copy, so it has its media itself");
}

async function sizeAt({ fetchFile }: CopySites["source"], address: string, name: string): Promise<number> {
  const response = await fetchFile(address, {
    headers: { Range: "bytes=0-0" },
    signal: interrupted,
  });
  await response.body?.cancel();
  const size = Number(/\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "")?.[1]);
  if (!response.ok || Number.isNaN(size)) {
    throw new CliError(ExitCode.server, `${name} cannot be read: the source answers ${response.status}`);
  }
  return size;
}

/** Checks that the same pictures are shown in the same order. */
export async function requireSameMedia(sites: CopySites, from: string, to: string): Promise<void> {
  const namesAt = async ({ client }: CopySites["source"], id: string): Promise<readonly string[]> => {
    const { imageData, video } = await client.call("dataset.media", { id }, childOptions);
    return [...imageData, ...(video === undefined ? [] : [video])].map(({ filename }) => filename);
  };
  const [source, target] = await Promise.all([namesAt(sites.source, from), namesAt(sites.target, to)]);
  if (sameValue(source, target)) return;
  throw new CliError(
    ExitCode.findings,
    `the copy shows other media than its source: ${target.length} instead of ${source.length}`,
  );
}
