/**
 * Says that a job on the dataset has ended while it was open, and reloads what the job changed; on request it shows
 * that as differences from the revision that was open while it ran.
 */

import { Alert, Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { jobCompletions, removeCompletion } from "../../queries/job-completions.ts";
import { useDock } from "../docks/use-dock.ts";
import { useViewer } from "../viewer-context.ts";

export function JobNotice() {
  useSignals();
  const { comparison, saver, workspace } = useViewer();
  const dock = useDock("right");
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

  async function showChanges(): Promise<void> {
    const before = workspace.document;
    const { setName } = before.address;
    try {
      await saver.reload();
      removeCompletion(id);
      if (workspace.document.revision === before.revision)
        return void notifications.show({ message: t("viewer.job.nothingChanged") });
      dock.show("compare");
      await comparison.begin({ setName, revision: before.revision });
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
        {success && type !== "convert" && (
          <Button size="compact-xs" variant="subtle" onClick={() => void showChanges()}>
            {t("viewer.job.showChanges")}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
