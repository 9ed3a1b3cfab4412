/** What a format cannot hold of the annotations, counted and named, before the file is downloaded. */
import { Button, Group, List, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { t } from "../../base/texts/index.ts";

export interface ExportLoss {
  readonly kind: string;
  readonly count: number;
  readonly example: { readonly trackId?: number; readonly frame?: number; readonly text: string };
}

/** Resolves to whether the file is wanted all the same; without losses nothing is asked. */
export function askAboutLosses(format: string, losses: readonly ExportLoss[]): Promise<boolean> {
  if (losses.length === 0) return Promise.resolve(true);
  return new Promise((resolve) => {
    let isWanted = false;
    const id = modals.open({
      title: t("browse.download.lossesTitle", { format }),
      onClose: () => resolve(isWanted),
      children: (
        <Stack gap="md">
          <Text>{t("browse.download.losses")}</Text>
          <List size="sm" mah={320} style={{ overflowY: "auto" }}>
            {losses.map(({ kind, count, example }) => (
              <List.Item key={kind}>{lossText(count, example)}</List.Item>
            ))}
          </List>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => modals.close(id)}>
              {t("common.cancel")}
            </Button>
            <Button
              data-autofocus
              onClick={() => {
                isWanted = true;
                modals.close(id);
              }}
            >
              {t("browse.download")}
            </Button>
          </Group>
        </Stack>
      ),
    });
  });
}

function lossText(count: number, { trackId, frame, text }: ExportLoss["example"]): string {
  const times = t("browse.download.lossTimes", { count });
  if (trackId === undefined) return `${text} (${times})`;
  const first =
    frame === undefined
      ? t("browse.download.lossAtTrack", { track: trackId })
      : t("browse.download.lossAtFrame", { track: trackId, frame });
  return `${text} (${times}, ${first})`;
}
