/** The button of the export menu, whose entries are loaded later. */

import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { LazyMenu } from "../../../ui/menus/LazyMenu.tsx";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import named from "../../../ui/theme/named-icon.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

const ExportItems = lazyPart(async () => (await import("./ExportItems.tsx")).ExportItems);

export function ExportMenu() {
  return (
    <LazyMenu position="bottom-end" width={230} entries={ExportItems} items={{}}>
      <Tip label={t("viewer.exportMenu")}>
        <ActionIcon size={28} className={named.button ?? ""} aria-label={t("viewer.exportMenu")}>
          <IconDownload size={17} stroke={1.75} />
          <span className={named.name}>{t("viewer.exportMenu")}</span>
        </ActionIcon>
      </Tip>
    </LazyMenu>
  );
}
