/** Entries of the export menu: annotations as they are on this page, a video with them, the media, the configuration. */
import { Menu } from "@mantine/core";
import { IconPhotoVideo } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { DatasetExportItems } from "../../../features/export/DatasetExportItems.tsx";
import { openRender } from "../../../features/export/open-render.ts";
import { useViewer } from "../../viewer-context.ts";

export function ExportItems() {
  const { editor, saver, workspace } = useViewer();
  const { dataset, document } = workspace;
  return (
    <>
      <DatasetExportItems
        id={dataset.id}
        isMultiCamera={workspace.cameras.length > 1}
        onExportAnnotations={(request) => void editor.ui.exportAnnotations(request)}
      />
      <Menu.Item
        leftSection={<IconPhotoVideo size={16} stroke={1.6} />}
        onClick={() => {
          const hasUnsaved = saver.state.value.kind !== "saved";
          const { setName: set, revision } = document.address;
          openRender({ id: dataset.id, name: dataset.name, set, revision, hasUnsaved });
        }}
      >
        {t("viewer.exportVideo")}
      </Menu.Item>
    </>
  );
}
