/** Says that a job on the dataset has ended while it was open, and reads anew what the job changed. */

import { Alert, Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { jobCompletions, removeCompletion } from "../../queries/job-completions.ts";
import { useViewer } from "../viewer-context.ts";

export function JobNotice() {
  useSignals();
  const { saver, workspace } = useViewer();
  const { id } = workspace.dataset;
  const completion = jobCompletions.value.get(id);
  if (completion === undefined) return null;
  const { success, title, type } = completion;

  async function reload(): Promise<void> {
    // Other media are another page.
    if (type === "convert") return globalThis.location.reload();
    try {
      await saver.reload();
      removeCompletion(id);
    } catch (error) {
      notifications.show({ color: "red", message: errorText(error) });
    }
  }

  return (
    <Alert
      role="status"
      color={success ? "teal" : "red"}
      radius={0}
      px="sm"
      py={6}
      withCloseButton
      closeButtonLabel={t("viewer.job.dismiss")}
      onClose={() => removeCompletion(id)}
    >
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {success ? t("viewer.job.finished") : t("viewer.job.incomplete")}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {title}
        </Text>
        {success && (
          <Button size="compact-xs" variant="light" onClick={() => void reload()}>
            {t("viewer.job.reload")}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
