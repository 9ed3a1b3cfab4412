/**
 * The files of an upload, a row each, with what is known of them before anything is sent: of a video its length, its
 * rate, and how many of its pictures can be annotated at the chosen rate.
 */
import { Anchor, Badge, Table, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import type { VideoFacts } from "../../media/video-facts.ts";
import { formatBytes, formatNumber, formatSeconds } from "../../ui/format.ts";
import classes from "./FileRows.module.css";
import { videoFps } from "./FrameRateSelect.tsx";
import type { PendingUpload } from "./pending-upload.ts";
import { editUpload } from "./uploads.ts";

const mostRows = 8;

export function FileRows({ upload }: { readonly upload: PendingUpload }) {
  useSignals();
  const files = upload.files.value.map(({ file }) => file);
  const facts = upload.facts.value;
  const unplayable = upload.unplayable.value;
  const fps = upload.fps.value;
  const isVideo = upload.type.value === "video";
  const left = files.length - mostRows;
  return (
    <div>
      <Table className={classes.files ?? ""} verticalSpacing={3} aria-label={t("upload.files")}>
        <Table.Tbody>
          {files.slice(0, mostRows).map((file) => {
            const own = facts.get(file);
            return (
              <Table.Tr key={`${file.webkitRelativePath} ${file.name}`}>
                <Table.Th scope="row" className={classes.name ?? ""} title={file.name}>
                  {file.name}
                </Table.Th>
                <Table.Td>{formatBytes(file.size)}</Table.Td>
                {isVideo && <Table.Td>{own && describeVideo(own)}</Table.Td>}
                {isVideo && <Table.Td>{own && picturesAt(own, fps)}</Table.Td>}
                {isVideo && (
                  <Table.Td>
                    {unplayable.includes(file) && (
                      <Badge size="xs" variant="light" color="yellow" tt="none">
                        {t("upload.willConvert")}
                      </Badge>
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {left > 0 && (
        <Text size="xs" c="dimmed">
          {t("upload.moreFiles", { count: left })}
        </Text>
      )}
      {isVideo && files.length > 1 && fps !== videoFps && (
        <Anchor component="button" type="button" size="xs" onClick={() => editUpload(upload, { fps: videoFps })}>
          {t("upload.fps.ownEach")}
        </Anchor>
      )}
    </div>
  );
}

/** "1:20 · 29.97 fps · 1920 × 1080". */
function describeVideo({ durationSeconds, rate, size }: VideoFacts): string {
  const fps = t("upload.fps.value", { fps: formatNumber(rate.fps) });
  return `${formatSeconds(durationSeconds)} · ${fps} · ${size.width} × ${size.height}`;
}

/** What the chosen rate means: each frame shows one picture, and the pictures in between are shown on none. */
function picturesAt(facts: VideoFacts, fps: number): string {
  const all = facts.frameCountAt(videoFps);
  const shown = Math.min(all, facts.frameCountAt(fps));
  if (shown === all) return t("upload.pictures.all", { count: all });
  return t("upload.pictures.some", { fps: formatNumber(fps), shown: formatNumber(shown), all: formatNumber(all) });
}
