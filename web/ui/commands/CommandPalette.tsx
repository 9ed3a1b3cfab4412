/** Ctrl+K: every command of what is on screen, found by typing a part of its name. */
import { Text } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import type { SpotlightActionGroupData } from "@mantine/spotlight";
import { useSignals } from "@preact/signals-react/runtime";
import { IconSearch } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { groupTitle } from "../../commands/keyboard-reference.ts";
import { refusalText } from "../../commands/refusal-text.ts";
import { commands, keyOf } from "../../commands/registry.ts";
import { CommandIcon } from "./icons.tsx";
import { Keys } from "./Keys.tsx";
import { offeredCommands, type OfferedCommand } from "./scopes.ts";

export { openSpotlight as openCommandPalette } from "@mantine/spotlight";

export function CommandPalette() {
  useSignals();
  const offered = offeredCommands().filter(({ id }) => commands[id].needsArgs !== true);
  const groups = Map.groupBy(offered, ({ id }) => commands[id].group);
  const actions: SpotlightActionGroupData[] = [...groups].map(([group, members]) => ({
    group: groupTitle(group),
    actions: members.map(actionOf),
  }));

  return (
    <Spotlight
      actions={actions}
      attributes={{ content: { "aria-label": t("shell.palette.open") } }}
      shortcut={null}
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

function actionOf(offered: OfferedCommand) {
  const { label, icon, keywords } = commands[offered.id];
  const keys = keyOf(offered.id);
  return {
    id: offered.id,
    label: t(label),
    keywords: keywords === undefined ? "" : t(keywords),
    leftSection: <CommandIcon name={icon} />,
    rightSection: <Aside offered={offered} keys={keys} />,
    onClick: () => offered.run(),
  };
}

/** Why it cannot run, and its key. */
function Aside({ offered, keys }: { readonly offered: OfferedCommand; readonly keys: string | undefined }) {
  useSignals();
  const refusal = offered.refusal();
  return (
    <>
      {refusal !== undefined && (
        <Text component="span" size="xs" c="dimmed">
          {refusalText(refusal)}
        </Text>
      )}
      {keys !== undefined && <Keys keys={keys} />}
    </>
  );
}
