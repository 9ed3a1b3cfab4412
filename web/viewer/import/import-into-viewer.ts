/**
 * Imports a file into the open dataset and shows it. Saves changes first, because the result is loaded from the server.
 */

import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { openImportDialog } from "../../features/import/open-import.ts";
import { defaultSetName } from "../../base/annotation-set.ts";
import type { OpenWorkspace } from "../../session/open-workspace.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { viewerPath } from "../open/viewer-path.ts";
import { loadHeadRevision } from "../../session/document/load-annotations.ts";
import { refreshHistory } from "../right/revisions/use-fresh-history.ts";
import { saveFirst } from "../saving/save-first.ts";
import { importMediaOf } from "./import-media-of.ts";
import { offerToGoBack } from "./offer-to-go-back.tsx";

export async function importIntoViewer(opened: OpenWorkspace, save: () => Promise<void>, file?: File): Promise<void> {
  const { workspace, saver } = opened;
  const isReadOnly = workspace.readOnly.peek() !== undefined;
  const isSaved = await saveFirst(saver, save, {
    title: t("importing.saveTitle"),
    text: (count) => t("importing.saveText", { count }),
    save: t("importing.save"),
  });
  if (!isSaved) return;
  const { datasetId, setName } = workspace.document.address;
  const currentSet = setName ?? defaultSetName;
  const { info, source } = workspace.active.peek();
  let head = 0;
  openImportDialog({
    id: datasetId,
    ...(file !== undefined && { file }),
    media: () => importMediaOf(info, source.peek(), workspace.dataset.name),
    name: workspace.dataset.name,
    currentSet,
    isReadOnly,
    async beforeImport() {
      head = await loadHeadRevision(api, { datasetId, setName });
    },
    async onImported(imported, name) {
      await refreshHistory([datasetId]);
      if (imported === currentSet) await opened.readAgain();
      else navigateTo(viewerPath({ datasetId: workspace.dataset.id, setName: imported }));
      offerToGoBack(opened, { datasetId, head, name });
    },
  });
}
