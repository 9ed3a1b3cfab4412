/** Adds many types at once, from a text area with one type per line. */

import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { t } from "../../../base/texts/index.ts";
import { importTypes, parseTypeLines } from "../../../editor/edits/type-edits.ts";
import { MountedModal } from "../../../ui/dialogs/MountedModal.tsx";
import { useViewer } from "../../viewer-context.ts";

export function ImportTypes({ onClose }: { onClose(): void }) {
  const { editor } = useViewer();
  const [text, setText] = useState("");
  const types = parseTypeLines(text);

  function reportAdded(count: number): void {
    const { settings } = editor.workspace;
    if (count === 0 || settings.settings.peek().typeSettings.showEmptyTypes) return;
    const id = notifications.show({
      closeButtonProps: { "aria-label": t("common.close") },
      message: (
        <Group gap="xs">
          <Text size="sm">{t("lists.typesAdded", { count })}</Text>
          <Button
            size="compact-xs"
            variant="light"
            onClick={() => {
              settings.change({ typeSettings: { showEmptyTypes: true } });
              notifications.hide(id);
            }}
          >
            {t("viewer.showEmptyTypes")}
          </Button>
        </Group>
      ),
    });
  }

  return (
    <MountedModal onClose={onClose} title={t("lists.importTypes")} size="sm">
      <Stack gap="sm">
        <Textarea
          data-autofocus
          label={t("lists.importTypesHint")}
          rows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {t("lists.importTypesNote")}
        </Text>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            disabled={types.length === 0}
            onClick={() => {
              reportAdded(importTypes(editor, types));
              onClose();
            }}
          >
            {t("lists.add")}
          </Button>
        </DialogButtons>
      </Stack>
    </MountedModal>
  );
}
