/** Shows the site's message to all users, on request. */
import { loadTexts, t } from "../base/texts/index.ts";
import { alertDialog } from "../ui/dialogs/confirm.tsx";

export async function openNotice(message: string): Promise<void> {
  await loadTexts("commands");
  await alertDialog({ title: t("commands.notice"), text: message });
}
