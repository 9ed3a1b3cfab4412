/** The menu of a row. */
import { Menu } from "@mantine/core";
import {
  IconCopy,
  IconFileImport,
  IconFolderOpen,
  IconLock,
  IconPencil,
  IconPhotoEdit,
  IconTrash,
} from "@tabler/icons-react";

import type { Collection, Folder } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { keyOf } from "../../commands/keymap.ts";
import { Keys } from "../../ui/commands/Keys.tsx";
import { openAccessDialog } from "../../features/access/AccessDialog.tsx";
import { DownloadItems } from "../../features/export/DownloadItems.tsx";
import { openCloneDialog } from "../../features/clone/CloneForm.tsx";
import { openImportDialog } from "../../features/import/ImportForm.tsx";
import { isDataset } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { deleteEntries } from "./delete-entries.ts";
import type { EntryCommands } from "./EntryTable.tsx";
import { mayDelete, mayWrite } from "./entry-facts.ts";

export function RowMenu({
  entry,
  placeLevel,
  commands,
}: {
  readonly entry: Entry;
  readonly placeLevel: number;
  readonly commands: EntryCommands;
}) {
  const icon = { size: 16, stroke: 1.6 };
  if (entry._modelType === "collection") return <AccessItem target={entry} />;
  if (entry._modelType !== "folder" && entry._modelType !== "item") return null;
  return (
    <>
      {isDataset(entry) && (
        <Menu.Item leftSection={<IconPhotoEdit {...icon} />} onClick={() => commands.launch(entry)}>
          {t("browse.launch")}
        </Menu.Item>
      )}
      {entry._modelType === "folder" && (
        <Menu.Item
          leftSection={<IconFolderOpen {...icon} />}
          rightSection={<Keys keys={keyOf("list.open") ?? ""} />}
          onClick={() => commands.open(entry)}
        >
          {t("browse.openFolder")}
        </Menu.Item>
      )}
      {mayWrite(entry, placeLevel) && (
        <Menu.Item
          leftSection={<IconPencil {...icon} />}
          rightSection={<Keys keys={keyOf("list.rename") ?? ""} />}
          onClick={() => commands.rename(entry)}
        >
          {t(entry._modelType === "folder" ? "browse.edit" : "browse.rename")}
        </Menu.Item>
      )}
      {isDataset(entry) && mayWrite(entry) && (
        <Menu.Item
          leftSection={<IconFileImport {...icon} />}
          onClick={() => openImportDialog({ id: entry._id, name: entry.name })}
        >
          {t("importing.open")}
        </Menu.Item>
      )}
      {isDataset(entry) && (
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => openCloneDialog({ id: entry._id })}>
          {t("clone.open")}
        </Menu.Item>
      )}
      {entry._modelType === "folder" && <AccessItem target={entry} />}
      <Menu.Divider />
      <DownloadItems entries={[entry]} />
      {mayDelete(entry, placeLevel) && (
        <>
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...icon} />}
            rightSection={<Keys keys={keyOf("list.delete") ?? ""} />}
            onClick={() => void deleteEntries([entry])}
          >
            {t("browse.delete")}
          </Menu.Item>
        </>
      )}
    </>
  );
}

function AccessItem({ target }: { readonly target: Folder | Collection }) {
  return (
    <Menu.Item leftSection={<IconLock size={16} stroke={1.6} />} onClick={() => openAccessDialog(target)}>
      {t("access.menu")}
    </Menu.Item>
  );
}
