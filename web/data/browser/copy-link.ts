/**
 * Copies the address of a row to the clipboard. The link grants no rights: users who may see the row can open it, after
 * logging in if necessary.
 */
import { notifications } from "@mantine/notifications";
import { t } from "../../base/texts/index.ts";
import { entryName, isDataset, type Entry } from "../../queries/places.ts";
import { alertDialog } from "../../ui/dialogs/confirm.tsx";

export async function copyLink(entry: Entry): Promise<void> {
  const path = isDataset(entry) ? `/viewer/${entry._id}` : `/${entry._modelType}/${entry._id}`;
  const address = new URL(path, location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    notifications.show({ message: t("browse.link.copied", { name: entryName(entry) }), color: "teal" });
  } catch {
    // Without https, or when access is denied, there is no clipboard: show the address for manual copying.
    await alertDialog({ title: t("browse.link.copy"), text: address });
  }
}
