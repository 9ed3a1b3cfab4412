/** The site's message for everyone. Nothing is shown where there is none. */

import { ActionIcon } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { openNotice } from "../../features/open-notice.ts";
import { useBrand } from "../../features/site.ts";
import { Tip } from "../../ui/Tip.tsx";

export function AlertButton() {
  const { alertMessage } = useBrand();
  if (alertMessage === "") return null;
  return (
    <Tip label={t("commands.notice")}>
      <ActionIcon
        size={28}
        color="yellow"
        aria-label={t("commands.notice")}
        onClick={() => void openNotice(alertMessage)}
      >
        <IconAlertTriangle size={17} stroke={1.6} />
      </ActionIcon>
    </Tip>
  );
}
