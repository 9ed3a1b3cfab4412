/** One pending upload: before its start a small form, then its progress. */
import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  FileInput,
  Group,
  Paper,
  Progress,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconMovie, IconPhotoVideo } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { formatBytes, formatSeconds } from "../../ui/format.ts";
import { reachBeyond } from "./annotation-reach.ts";
import { annotationAccept } from "../../features/import/annotation-files.ts";
import { metaAccept } from "./file-kinds.ts";
import type { PendingUpload } from "./pending-upload.ts";
import { abortUpload, editUpload, problemsOf } from "./uploads.ts";

const fpsValues = [1, 5, 10, 15, 24, 25, 30, 50, 60] as const;
const videoFps = -1;

export function PendingUploadCard({ upload }: { readonly upload: PendingUpload }) {
  useSignals();
  const isBusy = upload.uploading.value;
  const name = upload.name.value;
  const isVideo = upload.type.value === "video";
  const Icon = isVideo ? IconMovie : IconPhotoVideo;
  const problems = upload.stage.value === "editing" ? problemsOf(upload) : {};
  const error = upload.error.value ?? problems.media;
  // Before the start there is nothing to stop.
  const remove = t(upload.started.value ? "upload.abort" : "upload.remove");

  return (
    <Paper component="li" withBorder p="sm" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="end" gap="sm">
          {isBusy || upload.createSubFolders.value ? (
            <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
              <Icon size={18} stroke={1.5} style={{ flex: "none" }} />
              <Text fw={600} truncate>
                {upload.createSubFolders.value ? t("upload.createSubFolders") : name}
              </Text>
            </Group>
          ) : (
            <TextInput
              label={t("upload.name")}
              size="xs"
              style={{ flex: 1 }}
              value={name}
              error={problems.name}
              onChange={(event) => editUpload(upload, { name: event.currentTarget.value })}
            />
          )}
          <Button
            {...(upload.started.value ? { color: "red", variant: "outline" } : { variant: "default" })}
            onClick={() => void abortUpload(upload)}
            aria-label={`${remove}: ${name}`}
          >
            {remove}
          </Button>
        </Group>
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
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="xs">
        {upload.stage.value === "checking"
          ? t("upload.state.checking")
          : `${t("upload.media", { count: upload.files.value.length })} · ${formatBytes(upload.totalBytes.value)}`}
      </Text>
      <Group align="start" gap="sm" grow preventGrowOverflow={false}>
        {isVideo && (
          <Select
            label={t("upload.frameRate")}
            w={150}
            value={String(upload.fps.value)}
            data={[
              { value: String(videoFps), label: t("upload.fps.video") },
              ...fpsValues.map((fps) => ({ value: String(fps), label: t("upload.fps.value", { fps }) })),
            ]}
            onChange={(value) => {
              if (value !== null) editUpload(upload, { fps: Number(value) });
            }}
          />
        )}
        {single && withData && (
          <FileInput
            size="xs"
            label={t("upload.annotations")}
            placeholder={t("upload.annotationsPick")}
            accept={annotationAccept}
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
            label={t("upload.meta")}
            placeholder={t("upload.metaPick")}
            accept={metaAccept}
            clearable
            clearButtonProps={{ "aria-label": t("upload.clearFile") }}
            value={upload.meta.value ?? null}
            onChange={(file) => editUpload(upload, { meta: file })}
          />
        )}
      </Group>
      {isVideo && <RateAdvice upload={upload} />}
      <Group gap="lg">
        {single && (
          <Checkbox
            label={t("upload.importAnnotations")}
            checked={withData}
            onChange={(event) => editUpload(upload, { importAnnotations: event.currentTarget.checked })}
          />
        )}
      </Group>
      {single && upload.frameMetadata.value !== undefined && (
        <Text size="xs" c="dimmed">
          {t("upload.frameMetadata", { name: upload.frameMetadata.value.name })}
        </Text>
      )}
      {upload.ignored.value.length > 0 && (
        <details>
          <summary>
            <Text component="span" size="xs" c="dimmed">
              {t("upload.ignored", { count: upload.ignored.value.length })}
            </Text>
          </summary>
          {upload.ignored.value.map(({ name, reason }) => (
            <Text key={name} size="xs" c="dimmed">
              {t("upload.ignored.reason", { name, reason })}
            </Text>
          ))}
        </details>
      )}
    </Stack>
  );
}

/** The video's own rate, a click away; a warning when annotations lie behind the last frame at the chosen one. */
function RateAdvice({ upload }: { readonly upload: PendingUpload }) {
  useSignals();
  const video = upload.video.value;
  const beyond = reachBeyond(upload);
  if (video === undefined || (upload.fps.value === videoFps && beyond === undefined)) return null;
  const fps = Number(video.fps.toFixed(2));
  const useOwn = upload.fps.value !== videoFps && (
    <Anchor component="button" type="button" size="xs" onClick={() => editUpload(upload, { fps: videoFps })}>
      {t("upload.fps.own", { fps })}
    </Anchor>
  );
  if (beyond === undefined) return <div>{useOwn}</div>;
  const name = upload.annotationFile.value?.name ?? "";
  return (
    <Alert color="yellow" title={t("upload.beyond.title")}>
      <Stack gap={4} align="start">
        {t("upload.beyond.text", { name, lastFrame: beyond.lastFrame, last: beyond.frameCount - 1 })}
        {useOwn}
      </Stack>
    </Alert>
  );
}

function UploadProgress({ upload }: { readonly upload: PendingUpload }) {
  useSignals();
  const sent = upload.sentBytes.value;
  const total = upload.totalBytes.value;
  const rate = upload.bytesPerSecond.value;
  const stage = upload.stage.value;
  const percent = total === 0 ? 0 : Math.min(100, (sent / total) * 100);
  const wait = upload.waitSeconds.value;
  const state =
    wait !== undefined
      ? t("upload.state.waiting", { seconds: wait })
      : stage === "editing"
        ? ""
        : t(`upload.state.${stage}`);
  const facts = [
    t("upload.bytesOf", { done: formatBytes(sent), total: formatBytes(total) }),
    ...(upload.files.value.length > 1 ? [t("upload.remainingFiles", { count: upload.filesLeft.value })] : []),
    ...(stage === "uploading" && wait === undefined && rate > 0
      ? [
          t("upload.rate", { rate: formatBytes(rate) }),
          t("upload.timeLeft", { time: formatSeconds((total - sent) / rate) }),
        ]
      : []),
  ];
  return (
    <Stack gap={6}>
      <Progress
        value={stage === "processing" ? 100 : percent}
        animated={stage !== "uploading"}
        color={wait === undefined ? "wake" : "yellow"}
        aria-label={state}
      />
      <Group justify="space-between" gap="sm">
        <Text size="xs" role="status">
          {state}
        </Text>
        <Text size="xs" c="dimmed">
          {facts.join(" · ")}
        </Text>
      </Group>
    </Stack>
  );
}
