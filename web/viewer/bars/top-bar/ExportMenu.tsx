/** Downloads of the open dataset: its annotations as they are on this page, its media, its configuration. */

import { ActionIcon, Menu } from "@mantine/core";
import { IconDownload, IconPhotoVideo } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { DatasetExportItems } from "../../../features/export/DatasetExportItems.tsx";
import { openRender } from "../../../features/export/open-render.ts";
import named from "../../../ui/theme/named-icon.module.css";
import { useViewer } from "../../viewer-context.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function ExportMenu() {
  const viewer = useViewer();
  const render = (): void => {
    const { dataset, document } = viewer.workspace;
    openRender({
      id: dataset.id,
      name: dataset.name,
      set: document.address.setName,
      hasUnsaved: viewer.saver.state.value.kind !== "saved",
    });
  };
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Tip label={t("viewer.exportMenu")}>
          <ActionIcon size={28} className={named.button ?? ""} aria-label={t("viewer.exportMenu")}>
            <IconDownload size={17} stroke={1.75} />
            <span className={named.name}>{t("viewer.exportMenu")}</span>
          </ActionIcon>
        </Tip>
      </Menu.Target>
      <Menu.Dropdown>
        <DatasetExportItems
          id={viewer.workspace.dataset.id}
          isMultiCamera={viewer.workspace.cameras.length > 1}
          onExportAnnotations={(request) => void viewer.editor.ui.exportAnnotations(request)}
        />
        <Menu.Item leftSection={<IconPhotoVideo size={16} stroke={1.6} />} onClick={render}>
          {t("viewer.exportVideo")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
