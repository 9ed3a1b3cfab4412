/** Progress of an upload: state, bytes, files, time left. */
import { Group, Progress, Stack, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { formatBytes, formatSeconds } from "../../ui/text/format.ts";
import type { PendingUpload } from "./pending-upload.ts";
import { isRunning, isStarted, sentOf, type UploadStage } from "./upload-stage.ts";
import { statusProps } from "../../ui/page/announce.ts";

export function UploadProgress({ upload }: { readonly upload: PendingUpload }) {
  useSignals();
  const stage = upload.stage.value;
  const total = upload.totalBytes.value;
  const state = stateText(stage);
  return (
    <Stack gap={6}>
      <Progress
        value={percentOf(stage, total)}
        animated={isRunning(stage) && stage.kind !== "uploading"}
        color={waitOf(stage) === undefined ? "wake" : "yellow"}
        aria-label={state}
      />
      <Group justify="space-between" gap="sm">
        <Text size="xs" {...statusProps}>
          {state}
        </Text>
        <Text size="xs" c="dimmed">
          {factsOf(stage, total, upload.files.value.length).join(" · ")}
        </Text>
      </Group>
    </Stack>
  );
}

/** Seconds until the next attempt. */
function waitOf(stage: UploadStage): number | undefined {
  return "waitSeconds" in stage ? stage.waitSeconds : undefined;
}

function stateText(stage: UploadStage): string {
  const seconds = waitOf(stage);
  if (seconds !== undefined) return t("upload.state.waiting", { seconds });
  // One of several cameras whose turn has not come.
  if (!isRunning(stage)) return t("browse.job.waits");
  if (stage.kind === "converting") return t("upload.state.converting", { name: stage.name });
  return t(`upload.state.${stage.kind === "uploading" && stage.goesOn ? "missing" : stage.kind}`);
}

function percentOf(stage: UploadStage, total: number): number {
  if (stage.kind === "converting") return stage.share * 100;
  if (stage.kind === "processing") return 100;
  return total === 0 ? 0 : Math.min(100, (sentOf(stage).bytes / total) * 100);
}

function factsOf(stage: UploadStage, total: number, fileCount: number): readonly string[] {
  if (stage.kind === "converting") return [t("upload.convert.share", { percent: Math.floor(percentOf(stage, total)) })];
  const { bytes, filesLeft, bytesPerSecond } = sentOf(stage);
  const facts = [t("upload.bytesOf", { done: formatBytes(bytes), total: formatBytes(total) })];
  if (fileCount > 1) facts.push(t("upload.remainingFiles", { count: isStarted(stage) ? filesLeft : fileCount }));
  if (stage.kind === "uploading" && stage.waitSeconds === undefined && bytesPerSecond > 0)
    facts.push(
      t("upload.rate", { rate: formatBytes(bytesPerSecond) }),
      t("upload.timeLeft", { time: formatSeconds((total - bytes) / bytesPerSecond) }),
    );
  return facts;
}
