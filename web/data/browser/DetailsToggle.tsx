/** Toggles the details next to the list. */
import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebar } from "@tabler/icons-react";

import { t } from "../../base/texts/index.ts";
import { Tip } from "../../ui/tips/Tip.tsx";
import { useDetails } from "./use-details.ts";

export function DetailsToggle() {
  const { isShown, toggle } = useDetails();
  const label = t(isShown ? "browse.details.hide" : "browse.details.show");
  return (
    <Tip label={label}>
      <ActionIcon size="sm" aria-label={label} aria-pressed={isShown} onClick={toggle}>
        <IconLayoutSidebar size={16} stroke={1.75} />
      </ActionIcon>
    </Tip>
  );
}
