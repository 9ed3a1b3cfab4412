/** "Upload": picks videos, images or a folder of images, then the upload dialog takes over; or opens the import of several cameras. */
import { Button, Menu } from "@mantine/core";
import {
  IconCloudUpload,
  IconFolder,
  IconLayoutGrid,
  IconMovie,
  IconPhoto,
  IconStereoGlasses,
} from "@tabler/icons-react";
import { useRef } from "react";
import { t } from "../../base/texts/index.ts";
import { startImport } from "../multicam/open-import.ts";
import { imageAccept, videoAccept } from "./file-kinds.ts";
import type { UploadFolder } from "./pending-upload.ts";
import { addFiles } from "./uploads.ts";

/** Not in the types of React. */
const pickDirectory = { webkitdirectory: "" };

const icon = { size: 16, stroke: 1.6 };

export function UploadButton({ folder }: { readonly folder: UploadFolder }) {
  const files = useRef<HTMLInputElement>(null);
  const directory = useRef<HTMLInputElement>(null);

  function pick(accept: string) {
    if (files.current === null) return;
    files.current.accept = accept;
    files.current.click();
  }

  function take(input: HTMLInputElement) {
    const chosen = [...(input.files ?? [])];
    // The same files may be chosen again.
    input.value = "";
    if (chosen.length > 0) addFiles(chosen, folder);
  }

  return (
    <>
      <Menu>
        <Menu.Target>
          <Button leftSection={<IconCloudUpload {...icon} />}>{t("upload.button")}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconMovie {...icon} />} onClick={() => pick(videoAccept)}>
            {t("upload.menu.video")}
          </Menu.Item>
          <Menu.Item leftSection={<IconPhoto {...icon} />} onClick={() => pick(imageAccept)}>
            {t("upload.menu.images")}
          </Menu.Item>
          <Menu.Item leftSection={<IconFolder {...icon} />} onClick={() => directory.current?.click()}>
            {t("upload.menu.folder")}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLayoutGrid {...icon} />} onClick={() => startImport("multicam", folder)}>
            {t("multicam.menu.multicam")}
          </Menu.Item>
          <Menu.Item leftSection={<IconStereoGlasses {...icon} />} onClick={() => startImport("stereo", folder)}>
            {t("multicam.menu.stereo")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-testid="upload-files"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={directory}
        type="file"
        {...pickDirectory}
        hidden
        data-testid="upload-directory"
        onChange={(event) => take(event.currentTarget)}
      />
    </>
  );
}
