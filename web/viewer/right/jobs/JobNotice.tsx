/**
 * Reports that a job on the dataset has ended, and reloads what it changed; on request it shows the differences from
 * the revision that was open while it ran.
 */

import { Alert, Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { api } from "../../../api/client.ts";
import { lazyFunction } from "../../../base/lazy.ts";
import { t } from "../../../base/texts/index.ts";
import { jobWords } from "../../../features/jobs/job-words.ts";
import { jobCompletions, removeCompletion } from "../../../queries/job-completions.ts";
import { useDock } from "../../docks/use-dock.ts";
import type { Workspace } from "../../../session/workspace.ts";
import { useViewer } from "../../viewer-context.ts";
import { showError } from "../../../features/show-error.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { statusProps } from "../../../ui/page/announce.ts";

const announceReloaded = lazyFunction(async () => (await import("./announce-reloaded.tsx")).announceReloaded);

export function JobNotice() {
  useSignals();
  const { comparison, saver, workspace } = useViewer();
  const dock = useDock("right");
  const { id } = workspace.dataset;
  const completion = jobCompletions.value.get(id);
  if (completion === undefined) return null;
  const { success, title, type } = completion;
  const kind = type === "convert" ? "conversion" : "pipeline";

  /** Reports an error; returns whether there was none. */
  async function isDone(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  async function reload(): Promise<void> {
    // Other media need a page reload.
    if (type === "convert") return globalThis.location.reload();
    const [before, shown] = [trackCount(workspace), workspace.document];
    if (!(await isDone(() => saver.reload()))) return;
    removeCompletion(id);
    if (workspace.document.revision === shown.revision) return;
    // Each camera has its own revisions; with several, they are restored in the panel.
    const isAlone = workspace.cameras.length === 1;
    const takeBack = async () => {
      // Going back takes along everything that is newer, in all sets.
      if (!(await isOnlyRunNewer(shown))) throw new Error(t("viewer.job.savedSince"));
      await api.call("annotation.rollback", { folderId: shown.address.datasetId, revision: shown.revision });
      await saver.reload();
    };
    const canTakeBack = isAlone && shown.revision > 0 && (await isOnlyRunNewer(shown).catch(() => false));
    announceReloaded({
      before,
      now: trackCount(workspace),
      compare: () => void isDone(() => compareWith(shown)),
      undo: canTakeBack ? () => void isDone(takeBack) : undefined,
    });
  }

  async function compareWith({ address, revision }: typeof workspace.document): Promise<void> {
    dock.show("compare");
    await comparison.begin({ setName: address.setName, revision });
  }

  async function showChanges(): Promise<void> {
    const before = workspace.document;
    if (!(await isDone(() => saver.reload()))) return;
    removeCompletion(id);
    if (workspace.document.revision === before.revision)
      return void notifications.show({ message: t("viewer.job.nothingChanged") });
    await isDone(() => compareWith(before));
  }

  return (
    <Alert
      {...statusProps}
      icon={
        success ? (
          <IconCheck color="var(--mantine-color-teal-6)" />
        ) : (
          <IconAlertTriangle color="var(--mantine-color-red-6)" />
        )
      }
      variant="default"
      px="sm"
      py={6}
      withCloseButton
      closeButtonLabel={t("viewer.job.dismiss")}
      onClose={() => removeCompletion(id)}
    >
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {t(`viewer.job.${kind}${success ? "Finished" : "Incomplete"}`)}
        </Text>
        <Text component="span" size="sm" c="dimmed" miw={0}>
          <CutText>{jobWords(title)}</CutText>
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

/** Whether a single revision, that of the run, is newer than the one that was shown. */
async function isOnlyRunNewer({ address, revision }: Workspace["document"]): Promise<boolean> {
  const newest = await api.call("annotation.revisions", { folderId: address.datasetId, limit: 2, sortdir: -1 });
  return newest.filter((one) => one.revision > revision).length === 1;
}

/** Over all cameras. */
function trackCount({ cameras }: Workspace): number {
  return cameras.reduce((sum, { document }) => sum + document.peek().core.trackCount, 0);
}
