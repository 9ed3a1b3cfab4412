/**
 * Shows what a format cannot hold of the annotations, counted and named, before the file is downloaded. Users who have
 * read it can skip the question; a toast with a link to the list then reports it.
 */
import { Button, Checkbox, Group, List, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import { t } from "../../base/texts/index.ts";
import { storedSignal } from "../../base/stored-signal.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { areKnown, isKnownLosses, type AcceptedLosses, withKnown, withoutKnown } from "./known-losses.ts";

/** Stored in this browser, for every export menu. */
const knownLosses = storedSignal<AcceptedLosses>("wakeline.knownLosses", {}, isKnownLosses);

export interface ExportLoss {
  readonly kind: string;
  readonly count: number;
  readonly example: { readonly trackId?: number; readonly frame?: number; readonly text: string };
}

/** Resolves to whether to continue; without losses there is no question. */
export function askAboutLosses(format: string, losses: readonly ExportLoss[]): Promise<boolean> {
  if (losses.length === 0) return Promise.resolve(true);
  const kinds = losses.map(({ kind }) => kind);
  if (areKnown(knownLosses.peek(), format, kinds)) {
    showLosses(format, losses);
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    let isWanted = false;
    const id = dialogs.open({
      title: t("browse.download.lossesTitle", { format }),
      onClose: () => resolve(isWanted),
      children: (
        <Question
          format={format}
          losses={losses}
          onCancel={() => dialogs.close(id)}
          onDownload={(isKnown) => {
            if (isKnown) knownLosses.value = withKnown(knownLosses.peek(), format, kinds);
            isWanted = true;
            dialogs.close(id);
          }}
        />
      ),
    });
  });
}

interface QuestionProps {
  readonly format: string;
  readonly losses: readonly ExportLoss[];
  onCancel(): void;
  onDownload(isKnown: boolean): void;
}

function Question({ format, losses, onCancel, onDownload }: QuestionProps) {
  const [isKnown, setKnown] = useState(false);
  return (
    <Losses losses={losses}>
      <Checkbox
        label={t("browse.download.lossesKnown", { format })}
        checked={isKnown}
        onChange={(event) => setKnown(event.currentTarget.checked)}
      />
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button data-autofocus onClick={() => onDownload(isKnown)}>
          {t("browse.download")}
        </Button>
      </DialogButtons>
    </Losses>
  );
}

function Losses({ losses, children }: { readonly losses: readonly ExportLoss[]; readonly children: ReactNode }) {
  return (
    <Stack gap="md">
      <Text>{t("browse.download.losses")}</Text>
      <List size="sm" mah={320} style={{ overflowY: "auto" }}>
        {losses.map(({ kind, count, example }) => (
          <List.Item key={kind}>{lossText(count, example)}</List.Item>
        ))}
      </List>
      {children}
    </Stack>
  );
}

/** Reports losses without asking. */
function showLosses(format: string, losses: readonly ExportLoss[]): void {
  const toast = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text>{t("browse.download.lossesListed", { format, count: losses.length })}</Text>
        <Button
          variant="default"
          size="compact-xs"
          style={{ flex: "none" }}
          onClick={() => {
            notifications.hide(toast);
            show(format, losses);
          }}
        >
          {t("browse.download.lossesShow")}
        </Button>
      </Group>
    ),
  });
}

/** Lists the losses after the download. */
function show(format: string, losses: readonly ExportLoss[]): void {
  const id = dialogs.open({
    title: t("browse.download.lossesTitle", { format }),
    children: (
      <Losses losses={losses}>
        <DialogButtons>
          <Button
            variant="default"
            onClick={() => {
              knownLosses.value = withoutKnown(knownLosses.peek(), format);
              dialogs.close(id);
            }}
          >
            {t("browse.download.lossesAskAgain")}
          </Button>
          <Button data-autofocus onClick={() => dialogs.close(id)}>
            {t("common.close")}
          </Button>
        </DialogButtons>
      </Losses>
    ),
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
