/** Pipelines that can run on the open dataset. They read the server's data, so changes are saved first. */

import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../base/texts/index.ts";
import { RunPipelineMenu } from "../../../features/run/RunPipelineMenu.tsx";
import { runTargetOf } from "../../../features/run/run-target.ts";
import { folderQuery } from "../../../queries/places.ts";
import { saveFirst } from "../../saving/save-first.ts";
import { useViewer } from "../../viewer-context.ts";

export function RunMenu() {
  useSignals();
  const { editor, saver, workspace } = useViewer();
  const folder = useQuery(folderQuery(workspace.dataset.id)).data;
  return (
    <RunPipelineMenu
      face="icon"
      targets={folder === undefined ? [] : [runTargetOf(folder)]}
      isReadOnly={workspace.readOnly.value !== undefined}
      before={() =>
        saveFirst(saver, () => editor.ui.save(), {
          title: t("run.saveTitle"),
          text: (count) => t("run.saveText", { count }),
          save: t("run.save"),
        })
      }
    />
  );
}
