/** A button of a track row: opens Multi-camera tools for its track. */

import { ActionIcon } from "@mantine/core";
import { IconVideo } from "@tabler/icons-react";
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { useViewer } from "../../viewer-context.ts";
import { multiCameraToolsId } from "./multi-camera-tools-id.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function CamerasButton({ id }: { readonly id: TrackId }) {
  const { editor, workspace } = useViewer();
  const name = t("cameras.toolsOfTrack", { id });
  return (
    <Tip label={t("cameras.tools")}>
      <ActionIcon
        size={20}
        aria-label={name}
        onClick={() => {
          editor.lists.selectAndShow(id);
          workspace.settings.change({ layout: { right: { panel: multiCameraToolsId, isOpen: true } } });
        }}
      >
        <IconVideo size={14} stroke={1.7} />
      </ActionIcon>
    </Tip>
  );
}
