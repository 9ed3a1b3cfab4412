/**
 * Puts the address of a row on the clipboard. It grants no rights: anyone who may see the row can open it, after the
 * log-in too.
 */
import { notifications } from "@mantine/notifications";
import { t } from "../../base/texts/index.ts";
import { entryName, isDataset, type Entry } from "../../queries/places.ts";
import { alertDialog } from "../../ui/confirm.tsx";

export async function copyLink(entry: Entry): Promise<void> {
  const path = isDataset(entry) ? `/viewer/${entry._id}` : `/${entry._modelType}/${entry._id}`;
  const address = new URL(path, location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    notifications.show({ message: t("browse.link.copied", { name: entryName(entry) }), color: "teal" });
  } catch {
    // Without https, and where it is forbidden, there is no clipboard: the address can be copied by hand.
    await alertDialog({ title: t("browse.link.copy"), text: address });
  }
}
