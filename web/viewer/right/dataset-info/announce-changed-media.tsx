/**
 * Says, when a dataset opens, which of its files were replaced since they were annotated. Once closed, it
 * comes back only for other changes.
 */

import { List, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "../../../base/texts/index.ts";
import { browserStorage } from "../../open/browser-storage.ts";

const maxShown = 3;

/** @param texts lines */
export function announceChangedMedia(datasetId: string, texts: string): void {
  const key = `wakeline.changed-media.${datasetId}`;
  const storage = browserStorage();
  const seen = new Set((storage?.getItem(key) ?? "").split("\n"));
  const fresh = texts.split("\n").filter((text) => !seen.has(text));
  if (fresh.length === 0) return;
  notifications.show({
    id: key,
    color: "yellow",
    autoClose: false,
    closeButtonProps: { "aria-label": t("common.close") },
    title: t("viewer.mediaChanged"),
    message: (
      <>
        <List size="sm">
          {fresh.slice(0, maxShown).map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
        {fresh.length > maxShown && (
          <Text size="sm">{t("viewer.mediaChangedMore", { count: fresh.length - maxShown })}</Text>
        )}
      </>
    ),
    onClose: () => storage?.setItem(key, texts),
  });
}
