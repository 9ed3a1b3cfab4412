/** `?`: all shortcuts of what is on screen, by group. */
import { Button, Group, Modal, Stack, Text, Title } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { commandGroups, groupTitle } from "../../commands/groups.ts";
import { currentKeys } from "../../commands/keymap.ts";
import { shownKeys } from "../../commands/keys.ts";
import { commands } from "../../commands/known.ts";
import { openKeyDialog, shortcutSheetOpen } from "./open-keys.ts";
import { Keys } from "./Keys.tsx";
import { offeredCommands } from "./scopes.ts";
import classes from "./ShortcutSheet.module.css";

function close(): void {
  shortcutSheetOpen.value = false;
}

export default function ShortcutSheet() {
  useSignals();
  const offered = offeredCommands().filter(({ id }) => currentKeys(id).length > 0);
  const groups = commandGroups.flatMap((group) => {
    const members = offered.filter(({ id }) => commands[id].group === group);
    return members.length === 0 ? [] : [{ group, members }];
  });

  return (
    <Modal opened={shortcutSheetOpen.value} onClose={close} title={t("shell.keys.title")} size="xl">
      <Button
        variant="default"
        mb="sm"
        onClick={() => {
          close();
          openKeyDialog();
        }}
      >
        {t("keys.open")}
      </Button>
      <div className={classes.groups}>
        {groups.map(({ group, members }) => (
          <Stack key={group} gap={4} className={classes.group ?? ""} component="section">
            <Title order={3}>{groupTitle(group)}</Title>
            {members.map(({ id }) => (
              <Group key={id} justify="space-between" wrap="nowrap" data-command={id}>
                <Text>{t(commands[id].label)}</Text>
                <Group gap={8} wrap="nowrap" style={{ flex: "none" }}>
                  {shownKeys(currentKeys(id)).map((key) => (
                    <Keys key={key} keys={key} />
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        ))}
      </div>
    </Modal>
  );
}
