/** Progress of an upload: state, bytes, files, time left. */
import { Group, Progress, Stack, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { formatBytes, formatSeconds } from "../../ui/text/format.ts";
import type { PendingUpload } from "./pending-upload.ts";
import { statusProps } from "../../ui/page/announce.ts";

export function UploadProgress({ upload }: { readonly upload: PendingUpload }) {
  useSignals();
  const sent = upload.sentBytes.value;
  const total = upload.totalBytes.value;
  const rate = upload.bytesPerSecond.value;
  const stage = upload.stage.value;
  const percent = total === 0 ? 0 : Math.min(100, (sent / total) * 100);
  const wait = upload.waitSeconds.value;
  const conversion = upload.conversion.value;
  const state =
    conversion !== undefined
      ? t("upload.state.converting", { name: conversion.name })
      : wait !== undefined
        ? t("upload.state.waiting", { seconds: wait })
        : stage === "editing" || stage === "converting"
          ? ""
          : t(`upload.state.${stage === "uploading" && upload.goesOn.value ? "missing" : stage}`);
  const shown = conversion !== undefined ? conversion.share * 100 : stage === "processing" ? 100 : percent;
  const facts =
    conversion !== undefined
      ? [t("upload.convert.share", { percent: Math.floor(shown) })]
      : [
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
        value={shown}
        animated={stage !== "uploading"}
        color={wait === undefined ? "wake" : "yellow"}
        aria-label={state}
      />
      <Group justify="space-between" gap="sm">
        <Text size="xs" {...statusProps}>
          {state}
        </Text>
        <Text size="xs" c="dimmed">
          {facts.join(" · ")}
        </Text>
      </Group>
    </Stack>
  );
}
