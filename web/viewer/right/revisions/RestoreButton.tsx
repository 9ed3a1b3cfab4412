/** Restores the shown revision: this makes a new revision, and those in between are kept. */

import { Button } from "@mantine/core";
import { IconHistoryToggle } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api } from "../../../api/client.ts";
import { t } from "../../../base/texts/index.ts";
import { confirmDialog } from "../../../ui/dialogs/confirm.tsx";
import { viewerPath } from "../../open/viewer-path.ts";
import { useViewer } from "../../viewer-context.ts";
import { refreshHistory } from "./use-fresh-history.ts";
import { showError } from "../../../features/show-error.ts";

export function RestoreButton({ revision }: { readonly revision: number }) {
  const { workspace } = useViewer();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { datasetId, setName } = workspace.document.address;

  async function restore(): Promise<void> {
    const isConfirmed = await confirmDialog({
      title: t("history.restoreTitle", { revision }),
      text: t("history.restoreText", { revision }),
      positive: t("history.restore"),
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      await api.call("annotation.rollback", { folderId: datasetId, revision });
      await refreshHistory([datasetId]);
      await navigate(viewerPath({ datasetId: workspace.dataset.id, setName }));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="default"
      size="xs"
      loading={isBusy}
      leftSection={<IconHistoryToggle size={15} stroke={1.6} />}
      onClick={() => void restore()}
    >
      {t("history.restore")}
    </Button>
  );
}
