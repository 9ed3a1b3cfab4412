/** The user's actions on the open import of several cameras. */
import { api } from "../../api/client.ts";
import { errorText, isAbort } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import type { PreviewState } from "../../features/import/import-preview.ts";
import { alertDialog } from "../../ui/dialogs/confirm.tsx";
import { isDataName } from "../upload/file-kinds.ts";
import { sortFiles } from "../upload/sort-files.ts";
import { announceDatasets } from "../upload/uploaded.tsx";
import { editCamera, setKeywordSource } from "./draft.ts";
import { toMediaImport } from "./media-import.ts";
import type { MediaImport } from "./media-import.ts";
import type { Draft } from "./draft.ts";
import { openImport } from "./open-import.ts";
import type { OpenImport } from "./open-import.ts";
import { canBegin } from "./problems.ts";
import { causeOf, ImportRun } from "./run-import.ts";
import { previewTrackFile } from "./track-file.ts";

export function changeDraft(current: OpenImport, change: (draft: Draft) => Draft): void {
  current.draft.value = change(current.draft.peek());
}

/** Sets the source of one camera. An annotation file stored next to the media is taken along. */
export async function pickSource(current: OpenImport, camera: string, files: readonly File[]): Promise<void> {
  const { media, error } = await checkFiles(current, files);
  const [candidate, ...others] = sortFiles(files);
  const trackFile = others.length === 0 ? candidate?.annotationFile : undefined;
  current.draft.value = editCamera(current.draft.peek(), camera, {
    media,
    mediaError: error,
    ...(trackFile === undefined ? {} : { trackFile }),
  });
  proposeName(current, media);
  await previewCameraTracks(current, camera);
}

export async function pickTrackFile(current: OpenImport, camera: string, trackFile: File | undefined): Promise<void> {
  changeDraft(current, (draft) => editCamera(draft, camera, { trackFile }));
  await previewCameraTracks(current, camera);
}

/** Previews the contents of a camera's annotation file, matched against its pictures. */
async function previewCameraTracks(current: OpenImport, name: string): Promise<void> {
  const find = () => current.draft.peek().cameras.find((camera) => camera.name === name);
  const look = (trackLook: PreviewState) => changeDraft(current, (draft) => editCamera(draft, name, { trackLook }));
  const camera = find();
  if (camera === undefined) return;
  if (camera.trackFile === undefined) return look("none");
  look("loading");
  const preview = await previewTrackFile(camera);
  const now = find();
  if (now?.trackFile === camera.trackFile && now.media?.files === camera.media?.files) look(preview);
}

/** Sets the folder from which all cameras of a keyword import take their images. */
export async function pickKeywordSource(current: OpenImport, files: readonly File[]): Promise<void> {
  const { media, error } = await checkFiles(current, files);
  current.draft.value = { ...setKeywordSource(current.draft.peek(), media), keywordError: error };
  proposeName(current, media);
}

/** Asks the server which of the files are media. */
async function checkFiles(
  current: OpenImport,
  files: readonly File[],
): Promise<{ media: MediaImport | undefined; error: string | undefined }> {
  const picked = files.filter(({ name }) => !isDataName(name));
  current.checking.value += 1;
  try {
    const reply = await api.call("dataset.validateFiles", { body: [...new Set(picked.map(({ name }) => name))] });
    const media = toMediaImport(picked, reply);
    if (media === undefined) return { media, error: reply.message === "" ? t("upload.error.media") : reply.message };
    return { media: await withRate(media), error: undefined };
  } catch (error) {
    return { media: undefined, error: errorText(error) };
  } finally {
    current.checking.value -= 1;
  }
}

/** Videos with different rates would be refused at the end, so check their rates before sending anything. */
async function withRate(media: MediaImport): Promise<MediaImport> {
  const [video, ...others] = media.files.values();
  if (media.type !== "video" || video === undefined || others.length > 0) return media;
  const { readVideoFacts } = await import("../../media/video-facts.ts");
  const facts = await readVideoFacts(video);
  return facts === undefined ? media : { ...media, videoFps: facts.rate.fps };
}

function proposeName({ draft }: OpenImport, media: MediaImport | undefined): void {
  if (media !== undefined && draft.peek().importType === "keyword" && draft.peek().name === "")
    draft.value = { ...draft.peek(), name: media.sourcePath };
}

export async function begin(current: OpenImport): Promise<void> {
  const draft = current.draft.peek();
  if (current.sending.peek() !== undefined || !canBegin(draft)) return;
  current.error.value = undefined;
  current.run ??= new ImportRun(current.parent);
  current.sending.value = new Map();
  try {
    const { folder, warnings } = await current.run.begin(draft, (uploads) => (current.sending.value = uploads));
    close(current);
    const reply = { folder, warnings, job_ids: [], configurationHierarchyWrite: { action: "none" as const } };
    announceDatasets([{ folderId: folder._id, name: folder.name, reply }]);
  } catch (error) {
    if (!isAbort(error)) current.error.value = errorText(causeOf(error));
  } finally {
    current.sending.value = undefined;
    void queryClient.invalidateQueries({ queryKey: keys.places });
    void queryClient.invalidateQueries({ queryKey: keys.jobs });
  }
}

/** Stops, and deletes the files already on the server. */
export async function cancel(current: OpenImport): Promise<void> {
  close(current);
  try {
    await current.run?.discard();
  } catch (error) {
    const { name } = current.draft.peek();
    await alertDialog({
      title: t("multicam.cancel"),
      text: t("multicam.error.leftover", { name, reason: errorText(error) }),
    });
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.places });
  }
}

function close(current: OpenImport): void {
  if (openImport.peek() === current) openImport.value = undefined;
}
