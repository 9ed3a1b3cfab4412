/** `?`: the keys of everything on screen that has one, by group. */
import { Group, Modal, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { signal } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../base/texts/index.ts";
import { allCommands } from "./commands.ts";
import { Keys } from "./Keys.tsx";

const isOpen = signal(false);

export function openShortcutSheet(): void {
  isOpen.value = true;
}

function close(): void {
  isOpen.value = false;
}

export function ShortcutSheet() {
  useSignals();
  useHotkeys([["shift+?", openShortcutSheet]]);
  const withKeys = allCommands().filter((command) => command.keys !== undefined);
  const groups = [...Map.groupBy(withKeys, (command) => command.group)];

  return (
    <Modal opened={isOpen.value} onClose={close} title={t("shell.keys.title")} size="lg">
      <SimpleGrid cols={2} spacing="xl">
        {groups.map(([group, commands]) => (
          <Stack key={group} gap={6}>
            <Title order={3}>{group}</Title>
            {commands.map((command) => (
              <Group key={command.id} justify="space-between" wrap="nowrap">
                <Text>{command.label}</Text>
                <Keys keys={command.keys ?? ""} />
              </Group>
            ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Modal>
  );
}
