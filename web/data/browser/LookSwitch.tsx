/** Switches between rows and cards. */
import { ActionIcon } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconLayoutGrid, IconList } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { Tip } from "../../ui/tips/Tip.tsx";
import { listLook } from "../preferences.ts";

export function LookSwitch() {
  useSignals();
  const isCards = listLook.value === "cards";
  const label = t(isCards ? "browse.look.rows" : "browse.look.cards");
  const Icon = isCards ? IconList : IconLayoutGrid;
  return (
    <Tip label={label}>
      <ActionIcon size={28} aria-label={label} onClick={() => (listLook.value = isCards ? "rows" : "cards")}>
        <Icon size={17} stroke={1.6} />
      </ActionIcon>
    </Tip>
  );
}
