/** Shows and hides the details next to the list. */
import { ActionIcon } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconLayoutSidebar } from "@tabler/icons-react";

import { t } from "../../base/texts/index.ts";
import { Tip } from "../../ui/Tip.tsx";
import { showDetails } from "../preferences.ts";

export function DetailsToggle() {
  useSignals();
  const label = t(showDetails.value ? "browse.details.hide" : "browse.details.show");
  return (
    <Tip label={label}>
      <ActionIcon
        size="sm"
        aria-label={label}
        aria-pressed={showDetails.value}
        onClick={() => (showDetails.value = !showDetails.peek())}
      >
        <IconLayoutSidebar size={16} stroke={1.75} />
      </ActionIcon>
    </Tip>
  );
}
