/** Opens the webhooks of a dataset or folder in a dialog, whose code is loaded on demand. */
import { t, withTexts } from "../../base/texts/index.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

export async function openWebhooks({ id, name }: { readonly id: string; readonly name: string }): Promise<void> {
  const { default: Webhooks } = await withTexts("webhooks", import("./Webhooks.tsx"));
  dialogs.open({
    title: t("webhooks.title", { name }),
    size: 820,
    closeButtonProps: { "aria-label": t("common.close") },
    children: <Webhooks folderId={id} />,
  });
}
