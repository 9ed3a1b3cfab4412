/** Export of the annotations from the viewer; with unsaved changes it asks whether to save first. */

import { Button, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { formatTable } from "#core/formats/format-table";
import { t } from "../../../base/texts/index.ts";
import { askAboutLosses } from "../../../features/export/ask-about-losses.tsx";
import type { ExportRequest } from "../../../editor/ports.ts";
import { writeAnnotationFile } from "../../../session/document/annotation-file.ts";
import { downloadFile } from "../../../ui/page/download-file.ts";
import type { Saver } from "../../../session/saving/saver.ts";
import type { Workspace } from "../../../session/workspace.ts";

/** Written on this page, so that it includes unsaved changes and works offline. */
export async function exportAnnotations(
  workspace: Workspace,
  saver: Saver,
  save: () => Promise<void>,
  { format, excludeBelowThreshold }: ExportRequest,
): Promise<void> {
  const unsaved = saver.dirtyCount.peek();
  if (unsaved > 0) {
    const choice = await askToSave(unsaved);
    if (choice === "cancel") return;
    if (choice === "save") {
      try {
        await save();
      } catch {
        // The failed save has reported why; an export without these changes would be a surprise.
        return;
      }
      if (saver.dirtyCount.peek() > 0) return;
    }
  }
  const filter = excludeBelowThreshold ? { thresholds: workspace.display.filters.peek().thresholds } : undefined;
  const source = workspace.active.peek().source.peek();
  const imageSize = source && { width: source.width, height: source.height };
  const file = writeAnnotationFile(workspace, format, { filter, imageSize });
  if (!(await askAboutLosses(formatTable[format].title, file.losses))) return;
  downloadFile(file);
}

type Choice = "save" | "asShown" | "cancel";

function askToSave(unsaved: number): Promise<Choice> {
  return new Promise((resolve) => {
    let choice: Choice = "cancel";
    const id = dialogs.open({
      title: t("viewer.exportUnsavedTitle"),
      onClose: () => resolve(choice),
      children: (
        <Stack gap="md">
          <Text>{t("viewer.exportUnsaved", { count: unsaved })}</Text>
          <DialogButtons>
            <Button variant="default" onClick={() => answer("cancel")}>
              {t("common.cancel")}
            </Button>
            <Button variant="default" onClick={() => answer("asShown")}>
              {t("viewer.exportAsShown")}
            </Button>
            <Button onClick={() => answer("save")} data-autofocus>
              {t("viewer.exportSaveFirst")}
            </Button>
          </DialogButtons>
        </Stack>
      ),
    });

    function answer(given: Choice): void {
      choice = given;
      dialogs.close(id);
    }
  });
}
