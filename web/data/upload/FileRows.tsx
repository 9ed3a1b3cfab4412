/**
 * The files of an upload, one per row, with the facts known before the upload: for a video its length, rate, and
 * the number of frames at the chosen rate; for each file its problem or its next step.
 */
import { ActionIcon, Anchor, Badge, Table, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconX } from "@tabler/icons-react";
import { Fragment, useMemo } from "react";
import { t } from "../../base/texts/index.ts";
import type { VideoFacts } from "../../media/video-facts.ts";
import { formatBytes, formatNumber, formatSeconds } from "../../ui/text/format.ts";
import { type FileNote, notesOfNames, notesOfVideo } from "./file-notes.ts";
import classes from "./FileRows.module.css";
import { videoFps } from "./FrameRateSelect.tsx";
import type { PendingUpload } from "./pending-upload.ts";
import { editUpload, leaveOut } from "./uploads.ts";
import type { ZipFacts } from "./zip-facts.ts";
import { CutText } from "../../ui/text/CutText.tsx";

const maxRows = 8;
/** Files with notes are listed first, up to this many. */
const maxNoted = 40;

export function FileRows({ upload }: { readonly upload: PendingUpload }) {
  useSignals();
  const pending = upload.files.value;
  const files = useMemo(() => pending.map(({ file }) => file), [pending]);
  const isOneEach = upload.createSubFolders.value;
  const ofNames = useMemo(() => notesOfNames(files, isOneEach), [files, isOneEach]);
  const fps = upload.fps.value;
  const isVideo = upload.type.value === "video";
  const notesOf = (file: File): readonly FileNote[] => [
    ...(isVideo ? notesOfVideo(upload, file) : []),
    ...(ofNames.get(file) ?? []),
  ];
  const shown = shownOf(files, (file) => notesOf(file).length > 0);
  const left = files.length - shown.length;
  return (
    <div>
      <Table className={classes.files ?? ""} verticalSpacing={3} aria-label={t("pending.files")}>
        <Table.Tbody>
          {shown.map((file) => {
            const notes = notesOf(file);
            return (
              <Fragment key={`${file.webkitRelativePath} ${file.name}`}>
                <Table.Tr data-noted={notes.length > 0 || undefined}>
                  <Table.Th scope="row" className={classes.name ?? ""}>
                    <CutText>{file.name}</CutText>
                  </Table.Th>
                  <Table.Td className={classes.size ?? ""}>{formatBytes(file.size)}</Table.Td>
                  <FactCells upload={upload} file={file} />
                  <Table.Td className={classes.last ?? ""}>
                    {files.length > 1 && (
                      <ActionIcon
                        size="xs"
                        aria-label={t("pending.leaveOut", { name: file.name })}
                        onClick={() => leaveOut(upload, file)}
                      >
                        <IconX size={13} />
                      </ActionIcon>
                    )}
                  </Table.Td>
                </Table.Tr>
                {notes.length > 0 && (
                  <Table.Tr>
                    <Table.Td colSpan={5} className={classes.notes ?? ""}>
                      {notes.map(({ text, warns }) => (
                        <div key={text} data-warns={warns || undefined}>
                          {text}
                        </div>
                      ))}
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
      {left > 0 && (
        <Text size="xs" c="dimmed">
          {t("pending.moreFiles", { count: left })}
        </Text>
      )}
      {isVideo && files.length > 1 && fps !== videoFps && (
        <Anchor component="button" type="button" size="xs" onClick={() => editUpload(upload, { fps: videoFps })}>
          {t("pending.fps.ownEach")}
        </Anchor>
      )}
    </div>
  );
}

/** In file order: as many as fit, those with notes first. */
function shownOf(files: readonly File[], isNoted: (file: File) => boolean): readonly File[] {
  if (files.length <= maxRows) return files;
  const chosen = new Set<File>();
  for (const file of files) {
    if (chosen.size >= maxNoted) break;
    if (isNoted(file)) chosen.add(file);
  }
  for (const file of files) {
    if (chosen.size >= maxRows) break;
    chosen.add(file);
  }
  return files.filter((file) => chosen.has(file));
}

/** The content of a file, and how much of it can be annotated. */
function FactCells({ upload, file }: { readonly upload: PendingUpload; readonly file: File }) {
  useSignals();
  const facts = upload.facts.value.get(file);
  const archive = upload.archive.value;
  const isCut = upload.missing.value.has(file);
  if (upload.type.value === "zip") return <Table.Td colSpan={2}>{archive && describeArchive(archive)}</Table.Td>;
  if (upload.type.value !== "video") return <Table.Td colSpan={2} />;
  return (
    <>
      <Table.Td className={classes.facts ?? ""}>{facts && describeVideo(facts)}</Table.Td>
      <Table.Td>
        {facts && (isCut ? announcedBy(facts) : picturesAt(facts, upload.fps.value))}
        {upload.unplayable.value.includes(file) && (
          <Badge size="xs" variant="light" color="yellow" tt="none" mx={4}>
            {t("pending.willConvert")}
          </Badge>
        )}
      </Table.Td>
    </>
  );
}

/** "2 videos, 340 pictures, 3 other files". */
function describeArchive({ videos, pictures, others }: ZipFacts): string {
  if (videos + pictures === 0) return t("pending.archive.noMedia");
  const parts = [
    { key: "pending.archive.videos", count: videos },
    { key: "pending.archive.pictures", count: pictures },
    { key: "pending.archive.others", count: others },
  ] as const;
  return parts
    .filter(({ count }) => count > 0)
    .map(({ key, count }) => t(key, { count }))
    .join(", ");
}

/** "1:20 · 29.97 fps · 1920 × 1080". */
function describeVideo({ durationSeconds, rate, size }: VideoFacts): string {
  const fps = t("upload.fps.value", { fps: formatNumber(rate.fps) });
  return `${formatSeconds(durationSeconds)} · ${fps} · ${size.width} × ${size.height}`;
}

/** For a truncated file the true number is unknown. */
function announcedBy(facts: VideoFacts): string {
  return t("pending.pictures.announced", { count: facts.frameCountAt(videoFps) });
}

/** The effect of the chosen rate: each frame shows one picture of the video; pictures in between are not shown. */
function picturesAt(facts: VideoFacts, fps: number): string {
  const all = facts.frameCountAt(videoFps);
  const shown = Math.min(all, facts.frameCountAt(fps));
  if (shown === all) return t("pending.pictures.all", { count: all });
  return t("pending.pictures.some", { fps: formatNumber(fps), shown: formatNumber(shown), all: formatNumber(all) });
}
