/** One camera of the import: its source or filter, and its annotation file. */
import { CloseButton, FileInput, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { t } from "../../base/texts/index.ts";
import { importAccept } from "../../features/import/annotation-files.ts";
import { ImportPreviewView } from "../../features/import/ImportPreviewView.tsx";
import { changeDraft, pickSource, pickTrackFile } from "./actions.ts";
import { removeCamera, setGlob } from "./draft.ts";
import type { CameraDraft } from "./draft.ts";
import { filteredMedia } from "./media-import.ts";
import type { OpenImport } from "./open-import.ts";
import { SourcePicker } from "./SourcePicker.tsx";

interface CameraRowProps {
  readonly current: OpenImport;
  readonly camera: CameraDraft;
}

export function CameraRow({ current, camera }: CameraRowProps) {
  const { name, media, trackFile, trackLook = "none" } = camera;
  const { importType, subType } = current.draft.peek();
  const images = media === undefined || media.type === "video" ? undefined : media.jsonMeta.originalImageFiles.length;
  return (
    <Paper component="li" withBorder p="sm" aria-label={t("multicam.camera", { camera: name })}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          {subType === "multicam" && (
            <CloseButton
              aria-label={t("multicam.remove", { camera: name })}
              onClick={() => changeDraft(current, (draft) => removeCamera(draft, name))}
            />
          )}
        </Group>
        {importType === "multi" && (
          <SourcePicker
            label={t("multicam.source.of", { camera: name })}
            media={media}
            onPick={(files) => void pickSource(current, name, files)}
          />
        )}
        <Group align="start" gap="sm" grow>
          {images !== undefined && (
            <TextInput
              label={t("multicam.glob", { camera: name })}
              placeholder={t("multicam.globHint")}
              value={media?.globPattern ?? ""}
              inputWrapperOrder={["label", "input", "description", "error"]}
              description={t("multicam.matched", {
                count: media === undefined ? 0 : filteredMedia(media).length,
                total: images,
              })}
              onChange={(event) => {
                const glob = event.currentTarget.value;
                changeDraft(current, (draft) => setGlob(draft, name, glob));
              }}
            />
          )}
          <FileInput
            label={t("multicam.annotations", { camera: name })}
            placeholder={t("multicam.annotationsPick")}
            accept={importAccept}
            clearable
            clearButtonProps={{ "aria-label": t("upload.clearFile") }}
            value={trackFile ?? null}
            onChange={(file) => void pickTrackFile(current, name, file ?? undefined)}
          />
        </Group>
        <ImportPreviewView state={trackLook} />
      </Stack>
    </Paper>
  );
}
