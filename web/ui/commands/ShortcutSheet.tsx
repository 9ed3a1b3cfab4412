/** `?`: all shortcuts of the current page, by group. */
import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../base/texts/index.ts";
import { commandGroups, groupTitle } from "../../commands/groups.ts";
import { currentKeys } from "../../commands/keymap.ts";
import { shortenKeys } from "../../commands/keys.ts";
import { commands } from "../../commands/known.ts";
import { MountedModal } from "../dialogs/MountedModal.tsx";
import { openKeyDialog, shortcutSheetOpen } from "./open-keys.ts";
import { Keys } from "./Keys.tsx";
import { offeredCommands } from "./scopes.ts";
import classes from "./ShortcutSheet.module.css";

function close(): void {
  shortcutSheetOpen.value = false;
}

export default function ShortcutSheet() {
  useSignals();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase().split(/\s+/);
  const offered = offeredCommands().filter(({ id }) => {
    const { label, keywords } = commands[id];
    const keys = currentKeys(id);
    const words = [t(label), keywords === undefined ? "" : t(keywords), ...keys].join(" ").toLowerCase();
    return keys.length > 0 && wanted.every((word) => words.includes(word));
  });
  const groups = commandGroups.flatMap((group) => {
    const members = offered.filter(({ id }) => commands[id].group === group);
    return members.length === 0 ? [] : [{ group, members }];
  });

  return (
    <MountedModal onClose={close} title={t("shell.keys.title")} size="xl">
      <Group wrap="nowrap" mb="sm">
        <TextInput
          style={{ flex: 1 }}
          leftSection={<IconSearch size={15} stroke={1.75} />}
          placeholder={t("keys.search")}
          aria-label={t("keys.search")}
          value={query}
          data-autofocus
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Button
          variant="default"
          flex="none"
          onClick={() => {
            close();
            openKeyDialog();
          }}
        >
          {t("keys.open")}
        </Button>
      </Group>
      {groups.length === 0 && <Text c="dimmed">{t("keys.nothingFound")}</Text>}
      <div className={classes.groups}>
        {groups.map(({ group, members }) => (
          <Stack key={group} gap={4} className={classes.group ?? ""} component="section">
            <Title order={3}>{groupTitle(group)}</Title>
            {members.map(({ id }) => (
              <Group key={id} justify="space-between" wrap="nowrap" data-command={id}>
                <Text>{t(commands[id].label)}</Text>
                <Group gap={8} wrap="nowrap" style={{ flex: "none" }}>
                  {shortenKeys(currentKeys(id)).map((key) => (
                    <Keys key={key} keys={key} />
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        ))}
      </div>
    </MountedModal>
  );
}
