/** One pending upload: a short form before it starts, then its progress. */
import { Alert, Anchor, Button, Checkbox, FileInput, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconMovie, IconPhotoVideo } from "@tabler/icons-react";
import { isShownImageName, mediaKindOf } from "#schemas/media-files";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { CutText } from "../../ui/text/CutText.tsx";
import { formatBytes, formatDuration } from "../../ui/text/format.ts";
import { reachPastEnd } from "./annotation-reach.ts";
import { importAccept } from "../../features/import/annotation-files.ts";
import { ImportPreviewView } from "../../features/import/ImportPreviewView.tsx";
import { FileRows } from "./FileRows.tsx";
import { metaAccept } from "./file-kinds.ts";
import { FrameRateSelect, videoFps } from "./FrameRateSelect.tsx";
import type { PendingUpload } from "./pending-upload.ts";
import { UploadPlace } from "./UploadPlace.tsx";
import { UploadProgress } from "./UploadProgress.tsx";
import { useNameTaken } from "./use-name-taken.ts";
import { abortUpload, editUpload, problemsOf } from "./uploads.ts";

interface PendingUploadCardProps {
  readonly upload: PendingUpload;
  /** Other uploads go into other folders, so show the destination. */
  readonly showsPlace: boolean;
}

export function PendingUploadCard({ upload, showsPlace }: PendingUploadCardProps) {
  useSignals();
  const isBusy = upload.uploading.value;
  const isStarted = upload.started.value;
  const name = upload.name.value;
  const isVideo = upload.type.value === "video";
  const Icon = isVideo ? IconMovie : IconPhotoVideo;
  const problems = upload.editable.value ? problemsOf(upload) : {};
  const error = upload.problem.value ?? problems.media;
  const hasOneName = !upload.createSubFolders.value && !isStarted;
  const isTaken = useNameTaken(hasOneName ? upload.parent.id : undefined, name);
  const nameProblem = isTaken
    ? t("pending.error.nameTaken", { name: name.trim(), folder: upload.parent.name })
    : undefined;
  // Before the start there is nothing to stop.
  const remove = t(isStarted ? "upload.abort" : "pending.remove");

  return (
    <Paper component="li" withBorder p="sm" aria-label={name}>
      <Stack gap="sm">
        <Group
          justify="space-between"
          wrap="nowrap"
          align={isBusy || upload.createSubFolders.value ? "center" : "end"}
          gap="sm"
        >
          {isBusy || upload.createSubFolders.value ? (
            <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
              <Icon size={18} stroke={1.5} style={{ flex: "none" }} />
              <CutText style={{ fontWeight: 600 }}>
                {upload.createSubFolders.value ? t("pending.createSubFolders") : name}
              </CutText>
            </Group>
          ) : (
            <TextInput
              label={t("pending.name")}
              size="xs"
              style={{ flex: 1 }}
              value={name}
              error={problems.name ?? nameProblem}
              description={upload.nameTaken && t("pending.note.name", { name: upload.nameTaken })}
              onChange={(event) => editUpload(upload, { name: event.currentTarget.value })}
            />
          )}
          <Button
            {...(isStarted ? { color: "red", variant: "outline" } : { variant: "default" })}
            onClick={() => void abortUpload(upload)}
            aria-label={`${remove}: ${name}`}
          >
            {remove}
          </Button>
        </Group>
        {showsPlace && <UploadPlace folder={upload.parent} />}
        {error !== undefined && <ErrorAlert text={error} />}
        {isBusy ? (
          <UploadProgress upload={upload} />
        ) : (
          <UploadForm upload={upload} annotationError={problems.annotationFile} />
        )}
      </Stack>
    </Paper>
  );
}

function UploadForm({
  upload,
  annotationError,
}: {
  readonly upload: PendingUpload;
  readonly annotationError: string | undefined;
}) {
  useSignals();
  const isVideo = upload.type.value === "video";
  const single = !upload.createSubFolders.value;
  const withData = upload.importAnnotations.value;
  const isChecking = upload.stage.value.kind === "checking";
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="xs">
        {isChecking
          ? t("upload.state.checking")
          : `${t("pending.media", { count: upload.files.value.length })} · ${formatBytes(upload.totalBytes.value)}`}
        {!isChecking && picturesText(upload)}
      </Text>
      {!isChecking && <FileRows upload={upload} />}
      <Group align="start" gap="sm" grow preventGrowOverflow={false}>
        {isVideo && <FrameRateSelect fps={upload.fps.value} onChange={(fps) => editUpload(upload, { fps })} />}
        {single && withData && (
          <FileInput
            size="xs"
            label={t("pending.annotations")}
            placeholder={t("pending.annotationsPick")}
            accept={importAccept}
            clearable
            clearButtonProps={{ "aria-label": t("upload.clearFile") }}
            value={upload.annotationFile.value ?? null}
            error={annotationError}
            onChange={(file) => editUpload(upload, { annotationFile: file })}
          />
        )}
        {single && withData && (
          <FileInput
            size="xs"
            label={t("pending.meta")}
            placeholder={t("pending.metaPick")}
            accept={metaAccept}
            clearable
            clearButtonProps={{ "aria-label": t("upload.clearFile") }}
            value={upload.meta.value ?? null}
            onChange={(file) => editUpload(upload, { meta: file })}
          />
        )}
      </Group>
      {single && withData && <ImportPreviewView state={upload.preview.value} />}
      {isVideo && <RateAdvice upload={upload} />}
      <Group gap="lg">
        {single && (
          <Checkbox
            label={t("pending.importAnnotations")}
            checked={withData}
            onChange={(event) => editUpload(upload, { importAnnotations: event.currentTarget.checked })}
          />
        )}
        {upload.unplayable.value.length > 0 && (
          <Checkbox
            label={t("pending.convert")}
            description={t("pending.convert.hint")}
            checked={upload.convertsHere.value}
            onChange={(event) => editUpload(upload, { convertsHere: event.currentTarget.checked })}
          />
        )}
      </Group>
      {single && upload.frameMetadata.value !== undefined && (
        <Text size="xs" c="dimmed">
          {t("pending.frameMetadata", { name: upload.frameMetadata.value.name })}
        </Text>
      )}
      {upload.ignored.value.length > 0 && (
        <details>
          <summary>
            <Text component="span" size="xs" c="dimmed">
              {t("pending.ignored", { count: upload.ignored.value.length })}
            </Text>
          </summary>
          {upload.ignored.value.map(({ name, reason }) => (
            <Text key={name} size="xs" c="dimmed">
              {t("pending.ignored.reason", { name, reason })}
            </Text>
          ))}
        </details>
      )}
    </Stack>
  );
}

/** For images: the number of frames, and how many are converted. */
function picturesText(upload: PendingUpload): string {
  const names = upload.files.value.map(({ file }) => file.name).filter((name) => mediaKindOf(name) !== undefined);
  if (upload.type.value === "large-image") return ` · ${t("pending.tiles", { count: names.length })}`;
  if (upload.type.value !== "image-sequence") return "";
  const converted = names.filter((name) => !isShownImageName(name)).length;
  const frames = ` · ${t("pending.frames", { count: names.length })}`;
  return converted === 0 ? frames : `${frames} · ${t("pending.toPng", { count: converted })}`;
}

/**
 * Offers the video's own rate, says whether it varies, and warns if annotations are past the last frame at the chosen
 * rate.
 */
function RateAdvice({ upload }: { readonly upload: PendingUpload }) {
  useSignals();
  const rate = upload.video.value?.rate;
  const beyond = reachPastEnd(upload);
  const isOwn = upload.fps.value === videoFps;
  if (rate === undefined || (isOwn && beyond === undefined && !rate.isVariable)) return null;
  const fps = Number(rate.fps.toFixed(2));
  const useOwn = !isOwn && (
    <Anchor component="button" type="button" size="xs" onClick={() => editUpload(upload, { fps: videoFps })}>
      {t("pending.fps.own", { fps })}
    </Anchor>
  );
  const [shortest, longest] = [formatDuration(rate.minSeconds), formatDuration(rate.maxSeconds)];
  const varies = rate.isVariable && (
    <Text size="xs" c="dimmed">
      {t("pending.fps.varies", { shortest, longest })}
    </Text>
  );
  if (beyond === undefined)
    return (
      <div>
        {useOwn}
        {varies}
      </div>
    );
  const name = upload.annotationFile.value?.name ?? "";
  return (
    <Alert color="yellow" title={t("pending.beyond.title")}>
      <Stack gap={4} align="start">
        {t("pending.beyond.text", { name, lastFrame: beyond.lastFrame, last: beyond.frameCount - 1 })}
        {useOwn}
        {varies}
      </Stack>
    </Alert>
  );
}
