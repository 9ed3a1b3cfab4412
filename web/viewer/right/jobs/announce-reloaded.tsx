/** After the result of a run was loaded: how many tracks it left, with the ways to compare and to take it back. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "../../../base/texts/index.ts";
import { formatNumber } from "../../../ui/format.ts";

interface Reloaded {
  /** Tracks of all cameras. */
  readonly before: number;
  readonly now: number;
  compare(): void;
  /** Undefined where that cannot be done in one step. */
  readonly undo: (() => void) | undefined;
}

/** Of the run before: its ways would lead elsewhere by now. */
let shownId = "";

export function announceReloaded({ before, now, compare, undo }: Reloaded): void {
  notifications.hide(shownId);
  const then = (act: () => void) => () => {
    notifications.hide(shownId);
    act();
  };
  shownId = notifications.show({
    color: "teal",
    autoClose: 15_000,
    closeButtonProps: { "aria-label": t("common.close") },
    message: (
      <Stack gap="xs">
        <Text size="sm">{t("viewer.job.counts", { before: formatNumber(before), now: formatNumber(now) })}</Text>
        <Group gap="xs">
          <Button size="compact-xs" variant="light" onClick={then(compare)}>
            {t("viewer.job.compare")}
          </Button>
          {undo !== undefined && (
            <Button size="compact-xs" variant="default" onClick={then(undo)}>
              {t("viewer.job.undo")}
            </Button>
          )}
        </Group>
      </Stack>
    ),
  });
}
