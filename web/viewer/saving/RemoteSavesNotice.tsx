/** Reports that another user has saved the open dataset, who and how much, and merges it on request. */

import { Alert, Button, Group, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { jobCompletions } from "../../queries/job-completions.ts";
import { useViewer } from "../viewer-context.ts";
import { savedText } from "./remote-saves-text.ts";
import { showError } from "../../features/show-error.ts";
import { statusProps } from "../../ui/page/announce.ts";

export function OthersNotice() {
  useSignals();
  const { editor, others, saver, workspace } = useViewer();
  const [isMerging, setMerging] = useState(false);
  const visible = others.visible.value;
  const isOfJob = jobCompletions.value.has(workspace.dataset.id);
  if (visible.length === 0 || isOfJob) return null;
  const isDirty = saver.dirtyCount.value > 0;

  async function merge(): Promise<void> {
    setMerging(true);
    try {
      await others.merge(() => editor.save());
    } catch (error) {
      showError(error);
    } finally {
      setMerging(false);
    }
  }

  return (
    <Alert
      {...statusProps}
      color="blue"
      variant="default"
      px="sm"
      py={6}
      withCloseButton
      closeButtonLabel={t("viewer.othersLater")}
      onClose={() => others.dismiss()}
      data-testid="others-notice"
    >
      <Group gap="sm">
        <Text size="sm">{savedText(visible, requireUser()._id, "unread")}</Text>
        <Button size="compact-xs" variant="light" loading={isMerging} onClick={() => void merge()}>
          {t(isDirty ? "viewer.saveAndMerge" : "viewer.merge")}
        </Button>
      </Group>
    </Alert>
  );
}
