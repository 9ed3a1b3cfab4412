/** In the top bar: shows that uploads are pending or running, their progress, and opens their dialog. */
import { Box, Button, RingProgress } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { sentOf } from "./upload-stage.ts";
import { dialogOpen, uploads } from "./upload-state.ts";

export default function UploadIndicator() {
  useSignals();
  const all = uploads.value;
  if (all.length === 0) return null;
  const total = all.reduce((sum, upload) => sum + upload.totalBytes.value, 0);
  const sent = all.reduce((sum, upload) => sum + sentOf(upload.stage.value).bytes, 0);
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100);
  const failed = all.some((upload) => upload.problem.value !== undefined);
  const text = all.some((upload) => upload.started.value)
    ? t("upload.show", { count: all.length, percent })
    : t("upload.showUnstarted", { count: all.length });
  return (
    <Button
      aria-label={text}
      flex="none"
      variant="subtle"
      color={failed ? "red" : "wake"}
      leftSection={
        <RingProgress
          size={22}
          thickness={3}
          sections={[{ value: percent, color: failed ? "red" : "wake" }]}
          aria-hidden
        />
      }
      onClick={() => (dialogOpen.value = true)}
    >
      <Box component="span" visibleFrom="lg">
        {text}
      </Box>
    </Button>
  );
}
