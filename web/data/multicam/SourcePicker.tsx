/** Picks the folder or files that contain a camera's pictures. */
import { Button, Group, Text } from "@mantine/core";
import { IconFolder, IconMovie } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { t } from "../../base/texts/index.ts";
import { pickerAccept } from "../upload/file-kinds.ts";
import { filteredMedia } from "./media-import.ts";
import type { MediaImport } from "./media-import.ts";

/** Not in the types of React. */
const pickDirectory = { webkitdirectory: "" };
const icon = { size: 16, stroke: 1.6 };

interface SourcePickerProps {
  readonly label: string;
  readonly media: MediaImport | undefined;
  /** One folder contains the images of all cameras. */
  readonly onlyFolders?: boolean;
  onPick(files: readonly File[]): void;
}

export function SourcePicker({ label, media, onlyFolders = false, onPick }: SourcePickerProps) {
  const directory = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const id = useId();
  function take(input: HTMLInputElement) {
    const chosen = [...(input.files ?? [])];
    // So that the same files can be chosen again.
    input.value = "";
    if (chosen.length > 0) onPick(chosen);
  }
  return (
    <div role="group" aria-labelledby={id}>
      <Text size="sm" fw={500} id={id}>
        {label}
      </Text>
      <Group gap="xs" mt={4}>
        <Button variant="default" leftSection={<IconFolder {...icon} />} onClick={() => directory.current?.click()}>
          {t("multicam.source.folder")}
        </Button>
        {!onlyFolders && (
          <Button variant="default" leftSection={<IconMovie {...icon} />} onClick={() => files.current?.click()}>
            {t("multicam.source.files")}
          </Button>
        )}
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {media === undefined ? t("multicam.source.none") : `${media.sourcePath} · ${factsOf(media)}`}
        </Text>
      </Group>
      <input ref={directory} type="file" {...pickDirectory} hidden onChange={(event) => take(event.currentTarget)} />
      <input
        ref={files}
        type="file"
        multiple
        accept={pickerAccept.images}
        hidden
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}

function factsOf(media: MediaImport): string {
  const { files, jsonMeta, mediaConvertList, type } = media;
  const total = jsonMeta.originalImageFiles.length;
  return [
    type === "video"
      ? t("multicam.video", { count: files.size })
      : t("multicam.matched", { count: filteredMedia(media).length, total }),
    ...(mediaConvertList.length > 0 ? [t("multicam.converted", { count: mediaConvertList.length })] : []),
  ].join(" · ");
}
