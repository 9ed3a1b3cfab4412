/**
 * Notes on files of an upload whose treatment is not obvious, before anything is sent: joined, renamed,
 * converted, damaged.
 */
import { isShownImageName, mediaKindOf, stemOf } from "#schemas/media-files";
import { t } from "../../base/texts/index.ts";
import { formatBytes } from "../../ui/text/format.ts";
import { isReadHere } from "./annotation-reach.ts";
import { conversionText } from "./conversion-time.ts";
import { datasetNames, keyOf } from "./dataset-names.ts";
import type { PendingUpload } from "./pending-upload.ts";

export interface FileNote {
  readonly text: string;
  /** There is a problem with the file. */
  readonly warns: boolean;
}

/** From the names alone. Each is examined once, since there may be a hundred thousand. */
export function notesOfNames(files: readonly File[], isOneEach: boolean): ReadonlyMap<File, readonly FileNote[]> {
  const stems = Map.groupBy(files, ({ name }) => keyOf(stemOf(name)));
  const alike = Map.groupBy(files, ({ name }) => name.normalize("NFC"));
  const datasets = isOneEach ? datasetNames(files.map(({ name }) => name)) : [];
  const notes = new Map<File, readonly FileNote[]>();
  for (const [index, file] of files.entries()) {
    const { name } = file;
    const stem = stemOf(name);
    const sharesStem = (stems.get(keyOf(stem))?.length ?? 0) > 1;
    const notesOfFile: FileNote[] = [];
    const dataset = datasets[index] ?? stem;
    if (isOneEach && dataset !== stem) notesOfFile.push(says(t("pending.note.dataset", { dataset, stem })));
    if (mediaKindOf(name) === "image") {
      if (!isShownImageName(name))
        notesOfFile.push(says(t("pending.note.png", { name: sharesStem ? `${name}.png` : `${stem}.png` })));
      if (sharesStem) notesOfFile.push(says(t("pending.note.sameStem", { stem })));
    }
    const looksLike = alike.get(name.normalize("NFC")) ?? [];
    if (looksLike.length > 1) notesOfFile.push({ text: t("pending.note.looksAlike"), warns: true });
    else if (name !== name.normalize("NFC")) notesOfFile.push(says(t("pending.note.decomposed")));
    if (notesOfFile.length > 0) notes.set(file, notesOfFile);
  }
  return notes;
}

/** From the content of a video. Reads signals. */
export function notesOfVideo(upload: PendingUpload, file: File): readonly FileNote[] {
  const facts = upload.facts.value;
  const missing = upload.missing.value.get(file) ?? 0;
  const notes: FileNote[] = [];
  if (missing > 0) notes.push({ text: t("pending.note.cutOff", { missing: formatBytes(missing) }), warns: true });
  else if (facts.has(file) && facts.get(file) === undefined && isReadHere(file.name))
    notes.push({ text: t("pending.note.unread"), warns: true });
  if (upload.unplayable.value.includes(file))
    notes.push(says(upload.convertsHere.value ? t("pending.convert.here") : conversionText(file, facts.get(file))));
  return notes;
}

const says = (text: string): FileNote => ({ text, warns: false });
