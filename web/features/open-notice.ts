/** The message that the site has for everybody, when somebody asks for it. */
import { t } from "../base/texts/index.ts";
import { alertDialog } from "../ui/confirm.tsx";

export function openNotice(message: string): void {
  void alertDialog({ title: t("commands.notice"), text: message });
}
