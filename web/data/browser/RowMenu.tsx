/** The menu of a row. */
import { Menu } from "@mantine/core";
import { IconCopy, IconFileImport, IconFolderSymlink, IconLock } from "@tabler/icons-react";

import type { Collection, Folder } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { openAccessDialog } from "../../features/access/AccessDialog.tsx";
import { CommandItem } from "../../ui/commands/CommandItem.tsx";
import { DownloadItems } from "../../features/export/DownloadItems.tsx";
import { openCloneDialog } from "../../features/clone/CloneForm.tsx";
import { openImportDialog } from "../../features/import/ImportForm.tsx";
import { isDataset } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { deleteEntries } from "./delete-entries.ts";
import type { EntryCommands } from "./EntryTable.tsx";
import { mayDelete, mayMove, mayWrite } from "./entry-facts.ts";
import { openMoveDialog } from "./MoveDialog.tsx";

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
        <CommandItem id="list.launch" label={t("browse.launch")} onClick={() => commands.launch(entry)} />
      )}
      {entry._modelType === "folder" && (
        <CommandItem id="list.open" label={t("browse.openFolder")} onClick={() => commands.open(entry)} />
      )}
      {mayWrite(entry, placeLevel) && (
        <CommandItem
          id="list.rename"
          label={t(entry._modelType === "folder" ? "browse.edit" : "browse.rename")}
          onClick={() => commands.rename(entry)}
        />
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
      {mayMove(entry, placeLevel) && (
        <Menu.Item leftSection={<IconFolderSymlink {...icon} />} onClick={() => openMoveDialog([entry])}>
          {t("browse.move.open")}
        </Menu.Item>
      )}
      {entry._modelType === "folder" && <AccessItem target={entry} />}
      <Menu.Divider />
      <DownloadItems entries={[entry]} />
      {mayDelete(entry, placeLevel) && (
        <>
          <Menu.Divider />
          <CommandItem
            id="list.delete"
            label={t("browse.delete")}
            color="var(--mantine-color-error)"
            onClick={() => void deleteEntries([entry])}
          />
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
