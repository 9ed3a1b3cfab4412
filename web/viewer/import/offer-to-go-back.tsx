/** Offers to revert an import with one click: it is a single revision. */

import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { loadHeadRevision } from "../../session/document/load-annotations.ts";
import type { OpenWorkspace } from "../../session/open-workspace.ts";
import { refreshHistory } from "../right/revisions/use-fresh-history.ts";
import { showError } from "../../features/show-error.ts";

interface Imported {
  readonly datasetId: string;
  /** The head revision before the import. */
  readonly head: number;
  /** The file's name. */
  readonly name: string;
}

const autoCloseMs = 15_000;

export function offerToGoBack(opened: OpenWorkspace, { datasetId, head, name }: Imported): void {
  const { workspace, saver } = opened;
  const id = `imported-${datasetId}`;
  notifications.hide(id);
  notifications.show({
    id,
    color: "teal",
    autoClose: autoCloseMs,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">{t("importing.done", { file: name, name: workspace.dataset.name })}</Text>
        <Button flex="none" size="compact-xs" variant="default" onClick={() => void goBack()}>
          {t("importing.goBack")}
        </Button>
      </Group>
    ),
  });

  async function goBack(): Promise<void> {
    notifications.hide(id);
    if (saver.dirtyCount.peek() > 0) {
      notifications.show({ color: "yellow", message: t("importing.goBackUnsaved") });
      return;
    }
    try {
      // Only revert the import itself: later saves must not be silently undone with it.
      const newest = await loadHeadRevision(api, { datasetId, setName: undefined });
      if (newest > head + 1) {
        notifications.show({ color: "yellow", message: t("importing.goBackSaved") });
        return;
      }
      await api.call("annotation.rollback", { folderId: datasetId, revision: head });
      await refreshHistory([datasetId]);
      await opened.readAgain();
    } catch (error) {
      showError(error);
    }
  }
}
