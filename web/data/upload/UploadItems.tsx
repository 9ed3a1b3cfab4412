/** The upload choices as menu items, named as the commands of the place. */
import { Menu } from "@mantine/core";
import { t } from "../../base/texts/index.ts";
import type { UploadKind } from "../../commands/command.ts";
import { CommandItem } from "../../ui/commands/CommandItem.tsx";

export default function UploadItems({ onPick }: { readonly onPick: (kind: UploadKind) => void }) {
  return (
    <>
      <CommandItem id="upload.video" label={t("upload.menu.video")} onClick={() => onPick("video")} />
      <CommandItem id="upload.images" label={t("upload.menu.images")} onClick={() => onPick("images")} />
      <CommandItem id="upload.largeImages" label={t("upload.menu.largeImages")} onClick={() => onPick("largeImages")} />
      <CommandItem id="upload.folder" label={t("upload.menu.folder")} onClick={() => onPick("folder")} />
      <CommandItem id="upload.zip" label={t("upload.menu.zip")} onClick={() => onPick("zip")} />
      <Menu.Divider />
      <CommandItem id="upload.multicam" label={t("upload.menu.multicam")} onClick={() => onPick("multicam")} />
      <CommandItem id="upload.stereo" label={t("upload.menu.stereo")} onClick={() => onPick("stereo")} />
    </>
  );
}
