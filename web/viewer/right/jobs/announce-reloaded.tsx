/** Shown after the result of a run was loaded: the number of tracks, with buttons to compare and to revert. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "../../../base/texts/index.ts";
import { formatNumber } from "../../../ui/text/format.ts";

interface Reloaded {
  /** Number of tracks over all cameras. */
  readonly before: number;
  readonly now: number;
  compare(): void;
  /** Undefined if it cannot be reverted in one step. */
  readonly undo: (() => void) | undefined;
}

/** Toast of the previous run, whose buttons would act on the wrong revision by now. */
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
