/** Export of the annotations from the viewer; with unsaved changes it asks whether to save first. */

import { ActionIcon, Button, Group, Menu, Stack, Text, Tooltip } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconDownload } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { runCommand } from "../../commands/registry.ts";
import { type AnnotationExport, DatasetExportItems } from "../../features/export/DatasetExportItems.tsx";
import { type AnnotationFile, writeAnnotationFile } from "../../session/annotation-file.ts";
import { useViewer, type OpenViewer } from "../viewer-context.ts";

export function ExportMenu() {
  const viewer = useViewer();
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Tooltip label={t("viewer.exportMenu")}>
          <ActionIcon size={28} aria-label={t("viewer.exportMenu")}>
            <IconDownload size={17} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <DatasetExportItems
          id={viewer.workspace.dataset.id}
          isMultiCamera={false}
          onExportAnnotations={(request) => void exportAnnotations(viewer, request)}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Written in this page, so that it has what is not saved yet and works without a network. */
async function exportAnnotations(
  viewer: OpenViewer,
  { format, excludeBelowThreshold }: AnnotationExport,
): Promise<void> {
  const { saver, editor, workspace } = viewer;
  const unsaved = saver.dirtyCount.peek();
  if (unsaved > 0) {
    const choice = await askToSave(unsaved);
    if (choice === "cancel") return;
    if (choice === "save") {
      await runCommand(editor, "dataset.save");
      // Not saved: the save has said why, and an export without these changes would be a surprise.
      if (saver.dirtyCount.peek() > 0) return;
    }
  }
  const filter = excludeBelowThreshold ? { thresholds: workspace.filters.peek().thresholds } : undefined;
  download(writeAnnotationFile(workspace, format, filter));
}

type Choice = "save" | "asShown" | "cancel";

function askToSave(unsaved: number): Promise<Choice> {
  return new Promise((resolve) => {
    let choice: Choice = "cancel";
    const id = modals.open({
      title: t("viewer.exportUnsavedTitle"),
      onClose: () => resolve(choice),
      children: (
        <Stack gap="md">
          <Text>{t("viewer.exportUnsaved", { count: unsaved })}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => answer("cancel")}>
              {t("common.cancel")}
            </Button>
            <Button variant="default" onClick={() => answer("asShown")}>
              {t("viewer.exportAsShown")}
            </Button>
            <Button onClick={() => answer("save")} data-autofocus>
              {t("viewer.exportSaveFirst")}
            </Button>
          </Group>
        </Stack>
      ),
    });

    function answer(given: Choice): void {
      choice = given;
      modals.close(id);
    }
  });
}

function download({ name, content }: AnnotationFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address over by then; the content is let go.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
