/** Ctrl+K: every command of what is on screen, found by typing a part of its name. */
import { Spotlight } from "@mantine/spotlight";
import type { SpotlightActionGroupData } from "@mantine/spotlight";
import { useSignals } from "@preact/signals-react/runtime";
import { IconSearch } from "@tabler/icons-react";
import { t } from "../base/texts/index.ts";
import { allCommands } from "./commands.ts";
import { Keys } from "./Keys.tsx";

export { openSpotlight as openCommandPalette } from "@mantine/spotlight";

export function CommandPalette() {
  useSignals();
  const groups = Map.groupBy(allCommands(), (command) => command.group);
  const actions: SpotlightActionGroupData[] = [...groups].map(([group, commands]) => ({
    group,
    actions: commands.map((command) => ({
      id: command.id,
      label: command.label,
      keywords: command.keywords ?? "",
      leftSection: command.icon,
      rightSection: command.keys === undefined ? null : <Keys keys={command.keys} />,
      onClick: () => command.run(),
    })),
  }));

  return (
    <Spotlight
      actions={actions}
      attributes={{ content: { "aria-label": t("shell.palette.open") } }}
      shortcut="mod + K"
      nothingFound={t("shell.palette.empty")}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={16} stroke={1.75} />,
        placeholder: t("shell.palette.placeholder"),
        "aria-label": t("shell.palette.placeholder"),
      }}
    />
  );
}
