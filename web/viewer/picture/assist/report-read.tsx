/** Reports on how many frames text was read, and on which it is doubtful or missing. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "../../../base/texts/index.ts";
import type { ReadResult } from "../../../editor/assistants.ts";

/** The next result replaces this one. */
const id = "viewer-read";
const autoCloseMs = { fine: 8_000, other: 40_000 };

export function reportRead({ attribute, read, doubtful, empty, left, goTo }: ReadResult): void {
  const isFine = doubtful.length + empty.length + left === 0;
  const facts = [
    t("packs.readDone", { count: read, attribute }),
    ...(doubtful.length > 0 ? [t("packs.readDoubtfulFrames", { count: doubtful.length })] : []),
    ...(empty.length > 0 ? [t("packs.readEmptyFrames", { count: empty.length })] : []),
    ...(left > 0 ? [t("packs.readLeft", { count: left })] : []),
  ];
  const show = (frame: number | undefined, label: string) =>
    frame !== undefined && (
      <Button size="compact-xs" variant="default" onClick={() => goTo(frame)}>
        {label}
      </Button>
    );
  notifications.hide(id);
  notifications.show({
    id,
    color: isFine ? "green" : "yellow",
    autoClose: isFine ? autoCloseMs.fine : autoCloseMs.other,
    message: (
      <Stack gap={6} align="flex-start">
        <Text size="sm">{facts.join(" ")}</Text>
        <Group gap={6}>
          {show(doubtful[0], t("packs.firstDoubtful", { frame: doubtful[0] ?? 0 }))}
          {show(empty[0], t("packs.firstEmpty", { frame: empty[0] ?? 0 }))}
        </Group>
      </Stack>
    ),
  });
}
