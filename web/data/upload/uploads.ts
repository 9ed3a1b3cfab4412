/**
 * All uploads of this page, and the user's actions on them. They continue while the user visits other pages, and stop
 * when the tab is closed.
 */
import type { ValidateFilesReply } from "#schemas";
import { ApiError } from "#schemas/client";
import { endingOf, endingsText, mediaKindOf, mixedIn, stemOf } from "#schemas/media-files";
import { api } from "../../api/client.ts";
import { errorText, isAbort } from "../../api/errors.ts";
import { loadPublicSettings } from "../../api/site.ts";
import { t } from "../../base/texts/index.ts";
import { alertDialog } from "../../ui/dialogs/confirm.tsx";
import { annotationFps } from "../preferences.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { checkVideos, readFacts } from "./annotation-reach.ts";
import { isImportableName, isInspectedName, isYaml } from "../../features/import/annotation-files.ts";
import { isPreview } from "../../features/import/import-preview.ts";
import { freeDatasetName } from "./dataset-names.ts";
import { isExportName } from "./file-kinds.ts";
import { createPendingUpload, toPendingFile } from "./pending-upload.ts";
import type { PendingUpload, UploadFolder } from "./pending-upload.ts";
import { discardUpload, FolderError, PostprocessError, runUpload } from "./run-upload.ts";
import { sortFiles } from "./sort-files.ts";
import type { LeftOut, UploadCandidate } from "./sort-files.ts";
import { dialogOpen, uploads } from "./upload-state.ts";
import { announceDatasets } from "./uploaded.tsx";

/** Adds files dropped on a place. Undefined: the place cannot contain datasets. */
export function dropFiles(
  files: readonly File[],
  folder: (UploadFolder & { readonly canWrite: boolean }) | undefined,
): void {
  if (folder === undefined) void alertDialog({ title: t("upload.title"), text: t("upload.error.notHere") });
  else if (!folder.canWrite)
    void alertDialog({ title: t("upload.title"), text: t("upload.error.noWrite", { folder: folder.name }) });
  else addFiles(files, { id: folder.id, name: folder.name });
}

/** Sorts files into uploads, opens the dialog, and has the server check them. */
export function addFiles(files: readonly File[], folder: UploadFolder): void {
  const candidates = sortFiles(files);
  const taken = uploads
    .peek()
    .filter(({ parent }) => parent.id === folder.id)
    .map(({ name }) => name.peek());
  if (candidates.length === 0) {
    void alertDialog({ title: t("upload.title"), text: t("upload.error.unsupported", unsupportedParts()) });
    return;
  }
  const added = candidates.map((candidate) => {
    const pending = pendingOf(candidate, folder, taken);
    taken.push(pending[0].name.peek());
    return pending;
  });
  uploads.value = [...uploads.peek(), ...added.map(([upload]) => upload)];
  dialogOpen.value = true;
  for (const [upload, candidate] of added) void check(upload, candidate);
  // The server may have measured conversion times meanwhile; on failure the old value stays.
  void loadPublicSettings().catch(() => undefined);
}

/** @param taken dataset names that other uploads use in this folder */
function pendingOf(
  candidate: UploadCandidate<File>,
  folder: UploadFolder,
  taken: readonly string[],
): [PendingUpload, UploadCandidate<File>] {
  const isZip = candidate.media.length === 1 && endingOf(candidate.media[0]?.name ?? "") === "zip";
  const wanted = isZip ? zipName(candidate.media) : candidate.name;
  const name = wanted === "" ? wanted : freeDatasetName(wanted, taken);
  const upload = createPendingUpload(folder, name, name === wanted ? undefined : wanted);
  upload.annotationFile.value = candidate.annotationFile;
  upload.meta.value = candidate.meta;
  upload.frameMetadata.value = candidate.frameMetadata;
  upload.ignored.value = candidate.leftOut.map(leftOutText);
  if (isZip) upload.type.value = "zip";
  return [upload, candidate];
}

/** The first file's name without its extension. */
const zipName = ([first]: readonly File[]): string => first?.name.replace(/\.zip$/i, "") || t("upload.zipUpload");

function leftOutText({ name, reason }: LeftOut): { readonly name: string; readonly reason: string } {
  return { name, reason: t(`upload.ignored.${reason}`) };
}

function unsupportedParts(): Readonly<Record<string, string>> {
  return { videos: endingsText("video"), images: `${endingsText("image")}, ${endingsText("large-image")}` };
}

/** Files of another kind than the rest are named, up to this many. */
const maxNamed = 5;

function refusalText({ message, media }: ValidateFilesReply): string {
  const mixed = mixedIn(media);
  if (mixed.length === 0) return message;
  const names = [...mixed.slice(0, maxNamed), ...(mixed.length > maxNamed ? ["…"] : [])].join(", ");
  return `${message} ${t("upload.error.mixed", { names })}`;
}

/** Has the server sort the names, and keeps only files that can make a dataset. */
async function check(upload: PendingUpload, picked: UploadCandidate<File>): Promise<void> {
  const candidate = await withPictureSet(upload, withoutEmptyMedia(picked));
  const empty = candidate.media.find((file) => file.size === 0);
  if (empty !== undefined)
    upload.dispatch({ type: "problemFound", problem: t("upload.error.emptyFile", { name: empty.name }) });
  // Without media there is nothing to check: the dialog says which files are missing.
  if (candidate.media.length === 0) {
    upload.dispatch({ type: "checked" });
    return;
  }
  if (upload.type.peek() === "zip") {
    takeFiles(upload, candidate.media);
    upload.mediaList.value = candidate.media.map((file) => file.name);
    upload.dispatch({ type: "checked" });
    return await previewArchive(upload, candidate.media);
  }
  const data = [candidate.annotationFile, candidate.meta, candidate.frameMetadata, ...candidate.rivals].filter(
    (file) => file !== undefined,
  );
  try {
    const body = [...candidate.media, ...data].map((file) => file.name);
    const reply = await api.call("dataset.validateFiles", { body }, { signal: upload.abort.signal });
    if (!reply.ok) upload.refusal.value = refusalText(reply);
    const media = new Set(reply.media);
    takeFiles(
      upload,
      candidate.media.filter((file) => (reply.ok ? media.has(file.name) : true)),
    );
    upload.mediaList.value = reply.media;
    if (reply.type === "video" || reply.type === "image-sequence" || reply.type === "large-image")
      upload.type.value = reply.type;
    upload.createSubFolders.value = reply.type === "video" && reply.media.length > 1;
    const withoutVideo = upload.createSubFolders.peek() ? reply.roles.frameMetadata : [];
    upload.ignored.value = [
      ...reply.roles.ignored
        .filter((name) => name !== candidate.annotationFile?.name)
        .map((name) => leftOutText({ name, reason: "unknown" })),
      ...[...candidate.leftOut, ...withoutVideo.map((name) => ({ name, reason: "severalVideos" as const }))].map(
        leftOutText,
      ),
    ];
  } catch (error) {
    if (!isAbort(error)) upload.dispatch({ type: "problemFound", problem: errorText(error) });
    takeFiles(upload, candidate.media);
  }
  upload.dispatch({ type: "checked" });
  await readFacts(upload);
  leaveOutRefused(upload, candidate.annotationFile);
}

/** A file taken only because annotations may have such a name, as `metadata.jsonl`, must not keep the media back. */
function leaveOutRefused(upload: PendingUpload, taken: File | undefined): void {
  const preview = upload.preview.peek();
  const isRefused = isPreview(preview) && preview.isRefused;
  if (taken === undefined || upload.annotationFile.peek() !== taken) return;
  if (!isRefused || !isExportName(taken.name) || !upload.editable.peek()) return;
  upload.annotationFile.value = undefined;
  upload.preview.value = "none";
  upload.ignored.value = [...upload.ignored.peek(), { name: taken.name, reason: t("importing.refused") }];
}

/** Packs files that form an annotation set; the others are listed as left out. */
async function withPictureSet(upload: PendingUpload, candidate: UploadCandidate<File>): Promise<UploadCandidate<File>> {
  const { perPicture, leftOut } = candidate;
  if (perPicture.length === 0) return candidate;
  try {
    const { packPictureSet } = await import("./picture-set.ts");
    const set = await packPictureSet(perPicture);
    const areXml = perPicture.some(({ name }) => endingOf(name) === "xml");
    // The server reports XML files that are not annotations.
    const unread = areXml ? (set?.others ?? perPicture) : [];
    const media = [...candidate.media, ...unread];
    const further = (set?.others ?? perPicture).filter((file) => !unread.includes(file));
    const all = [...leftOut, ...further.map(({ name }) => ({ name, reason: "severalJson" as const }))];
    if (set === undefined) return { ...candidate, media, leftOut: all };
    upload.annotationFile.value = set.file;
    const named = all.map(({ name, reason }) =>
      reason === "severalJson" ? { name, reason: "otherAnnotation" as const } : { name, reason },
    );
    return { ...candidate, media, leftOut: named };
  } catch (error) {
    upload.dispatch({ type: "problemFound", problem: errorText(error) });
    return candidate;
  }
}

async function previewArchive(upload: PendingUpload, [file]: readonly File[]): Promise<void> {
  if (file === undefined || file.size === 0) return;
  const { readZipFacts } = await import("./zip-facts.ts");
  upload.archive.value = (await readZipFacts(file)) ?? null;
}

/** Empty files must not keep the others from being sent. */
function withoutEmptyMedia(candidate: UploadCandidate<File>): UploadCandidate<File> {
  const isMedia = ({ name }: File): boolean => mediaKindOf(name) !== undefined;
  const empty = candidate.media.filter((file) => file.size === 0 && isMedia(file));
  const media = candidate.media.filter((file) => !empty.includes(file));
  if (empty.length === 0 || !media.some(isMedia)) return candidate;
  const leftOut = empty.map(({ name }) => ({ name, reason: "empty" as const }));
  return { ...candidate, media, leftOut: [...candidate.leftOut, ...leftOut] };
}

function takeFiles(upload: PendingUpload, files: readonly File[]): void {
  upload.files.value = files.map(toPendingFile);
}

/** Removes a file that the others do not depend on, keeping the facts about them. */
export function leaveOut(upload: PendingUpload, file: File): void {
  const kept = upload.files.peek().filter((one) => one.file !== file);
  const [only] = kept;
  if (only === undefined) return;
  upload.files.value = kept;
  upload.mediaList.value = upload.mediaList.peek().filter((name) => name !== file.name);
  upload.ignored.value = [...upload.ignored.peek(), leftOutText({ name: file.name, reason: "byYou" })];
  if (upload.createSubFolders.peek() && kept.length === 1) {
    upload.createSubFolders.value = false;
    upload.name.value = stemOf(only.file.name);
    const place = upload.folders.get(only.file);
    if (place !== undefined) {
      upload.folders.delete(only.file);
      upload.folders.set("only", place);
    }
  }
  checkVideos(upload);
}

/** The settings that the user may change before the start. */
export interface UploadEdit {
  readonly name?: string;
  readonly fps?: number;
  /** `null` removes the file. */
  readonly annotationFile?: File | null;
  readonly meta?: File | null;
  readonly importAnnotations?: boolean;
  readonly convertsHere?: boolean;
}

export function editUpload(upload: PendingUpload, edit: UploadEdit): void {
  if (edit.name !== undefined) upload.name.value = edit.name;
  if (edit.fps !== undefined) {
    upload.fps.value = edit.fps;
    annotationFps.value = edit.fps;
    // Annotations at times are on other frames then.
    const preview = upload.preview.peek();
    const isTimed = isPreview(preview) && (preview.converted !== undefined || preview.isRefused);
    if (isTimed || preview === "loading") void readFacts(upload);
  }
  if (edit.annotationFile !== undefined) {
    upload.annotationFile.value = edit.annotationFile ?? undefined;
    void readFacts(upload);
  }
  if (edit.meta !== undefined) upload.meta.value = edit.meta ?? undefined;
  if (edit.convertsHere !== undefined) upload.convertsHere.value = edit.convertsHere;
  if (edit.importAnnotations !== undefined) upload.importAnnotations.value = edit.importAnnotations;
}

/** Why an upload cannot start, by field; empty if it can. */
export function problemsOf(upload: PendingUpload): {
  readonly name?: string;
  readonly media?: string;
  readonly annotationFile?: string;
} {
  const annotation = upload.importAnnotations.value ? upload.annotationFile.value : undefined;
  const empty = [...upload.files.value.map(({ file }) => file), ...(annotation === undefined ? [] : [annotation])].find(
    (file) => file.size === 0,
  );
  return {
    ...(upload.name.value.trim() === "" && !upload.createSubFolders.value ? { name: t("upload.error.required") } : {}),
    ...(upload.refusal.value === undefined ? {} : { media: upload.refusal.value }),
    ...(upload.archive.value === null
      ? { media: t("upload.error.notArchive", { name: upload.files.value[0]?.file.name ?? "" }) }
      : {}),
    ...(upload.files.value.length === 0 ? { media: t("upload.error.media") } : {}),
    ...(empty === undefined ? {} : { media: t("upload.error.emptyFile", { name: empty.name }) }),
    ...(annotation === undefined ? {} : annotationProblem(upload, annotation)),
  };
}

/** A file that the server does not recognize by name can only be sent if it was read here. */
function annotationProblem(upload: PendingUpload, { name }: File): { readonly annotationFile?: string } {
  if (isImportableName(name)) return {};
  if (!isInspectedName(name)) return { annotationFile: t("upload.error.annotationType") };
  const preview = upload.preview.value;
  if (preview instanceof Error) return { annotationFile: t("importing.uninspected") };
  if (!isPreview(preview) || !preview.isRefused) return {};
  return { annotationFile: t(isYaml(name) ? "upload.error.annotationType" : "importing.refused") };
}

export function canStart(upload: PendingUpload): boolean {
  const isLooking = upload.importAnnotations.value && upload.preview.value === "loading";
  return upload.editable.value && !isLooking && Object.keys(problemsOf(upload)).length === 0;
}

/** Starts or resumes an upload. It is removed from the list when it is done. */
async function startUpload(upload: PendingUpload): Promise<void> {
  if (!canStart(upload)) return;
  const media = new Set(upload.files.peek().map(({ file }) => file));
  const data = dataFilesOf(upload).filter((file) => !media.has(file));
  upload.files.value = [...upload.files.peek(), ...data.map(toPendingFile)];
  try {
    const datasets = await runUpload(upload);
    remove(upload);
    announceDatasets(datasets);
  } catch (error) {
    if (isAbort(error)) return;
    if (error instanceof PostprocessError) {
      remove(upload);
      announceDatasets(error.datasets);
      await alertDialog({
        title: t("upload.error.importTitle", { name: error.refused.map(({ name }) => name).join(", ") }),
        text: error.refused.flatMap(({ name, message }) => [message, t("upload.error.importKept", { name })]),
      });
    } else {
      // Without the data files: the user may choose others.
      upload.files.value = upload.files.peek().filter(({ file }) => !data.includes(file));
      upload.dispatch({ type: "failed", error: uploadErrorText(error) });
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.places });
    void queryClient.invalidateQueries({ queryKey: keys.jobs });
  }
}

export function startAll(): void {
  for (const upload of uploads.peek()) void startUpload(upload);
}

/** Stops an upload, deletes what it has created, and removes it from the list. */
export async function abortUpload(upload: PendingUpload): Promise<void> {
  upload.abort.abort();
  remove(upload);
  try {
    const kept = await discardUpload(upload);
    if (kept.length > 0)
      await alertDialog({ title: t("upload.abort"), text: kept.map((name) => t("upload.error.kept", { name })) });
  } catch (error) {
    await alertDialog({
      title: t("upload.abort"),
      text: t("upload.error.leftover", { name: upload.name.peek(), reason: errorText(error) }),
    });
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.places });
  }
}

export async function abortAll(): Promise<void> {
  await Promise.all(uploads.peek().map(abortUpload));
}

function remove(upload: PendingUpload): void {
  upload.dispatch({ type: "ended" });
  uploads.value = uploads.peek().filter((other) => other !== upload);
  if (uploads.peek().length === 0) dialogOpen.value = false;
}

/** Annotation and configuration files are uploaded like media. */
function dataFilesOf(upload: PendingUpload): readonly File[] {
  if (upload.createSubFolders.peek()) return [];
  const preview = upload.preview.peek();
  const annotations = (isPreview(preview) ? preview.converted : undefined) ?? upload.annotationFile.peek();
  const wanted = upload.importAnnotations.peek() ? [annotations, upload.meta.peek()] : [];
  return [...wanted, upload.frameMetadata.peek()].filter((file) => file !== undefined);
}

function uploadErrorText(error: unknown): string {
  const cause = error instanceof FolderError ? error.cause : error;
  if (cause instanceof ApiError) return errorText(cause);
  return error instanceof DOMException && error.name === "NotReadableError"
    ? t("upload.error.someChanged")
    : errorText(error);
}
