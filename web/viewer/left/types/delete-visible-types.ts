/** Deletes the types that are listed and checked, after a confirmation. */

import { t } from "../../../base/texts/index.ts";
import type { Editor } from "../../../editor/editor.ts";
import { deleteTypes } from "../../../editor/edits/type-edits.ts";
import { confirmDialog } from "../../../ui/dialogs/confirm.tsx";

const maxListed = 20;

export async function deleteVisibleTypes(editor: Editor, types: readonly string[]): Promise<void> {
  const rest = types.length - maxListed;
  const isSure = await confirmDialog({
    title: t("lists.deleteTypesTitle"),
    text: [
      t("lists.deleteTypesBody"),
      ...types.slice(0, maxListed),
      ...(rest > 0 ? [t("lists.deleteTypesMore", { count: rest })] : []),
    ],
    positive: t("common.delete"),
    danger: true,
  });
  if (isSure) deleteTypes(editor, types);
}
