/** Clones the open dataset at the shown revision. */

import { t } from "../../../base/texts/index.ts";
import { openCloneDialog } from "../../../features/clone/open-clone.ts";
import type { OpenWorkspace } from "../../../session/open-workspace.ts";
import { saveFirst } from "../../saving/save-first.ts";

export async function cloneFromViewer({ workspace, saver }: OpenWorkspace, save: () => Promise<void>): Promise<void> {
  const goesOn = await saveFirst(saver, save, {
    title: t("clone.saveTitle"),
    text: (count) => t("clone.saveText", { count }),
    save: t("clone.saveFirst"),
    without: t("clone.withoutUnsaved"),
  });
  if (goesOn) openCloneDialog({ id: workspace.dataset.id, revision: workspace.document.address.revision });
}
