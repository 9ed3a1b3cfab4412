/** Shows the administrator's message to all users. */

import { ActionIcon } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { openNotice } from "../../../features/open-notice.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function AlertButton({ message }: { readonly message: string }) {
  return (
    <Tip label={t("commands.notice")}>
      <ActionIcon size={28} color="yellow" aria-label={t("commands.notice")} onClick={() => void openNotice(message)}>
        <IconAlertTriangle size={17} stroke={1.6} />
      </ActionIcon>
    </Tip>
  );
}
