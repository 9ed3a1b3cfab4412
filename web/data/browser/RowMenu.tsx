/** The menu of a row, made of the list commands. */
import { Menu } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconDownload, IconWebhook } from "@tabler/icons-react";
import { useState } from "react";

import { t } from "../../base/texts/index.ts";
import type { RowAction } from "../../commands/command.ts";
import { CommandItem } from "../../ui/commands/CommandItem.tsx";
import { openWebhooks } from "../../features/webhooks/open-webhooks.tsx";
import { DownloadItems } from "../../features/export/DownloadItems.tsx";
import { convertExport } from "./open-export.ts";
import { isDataset, type Entry } from "../../queries/places.ts";
import { deleteEntries } from "./delete-entries.tsx";
import { mayDelete, mayShare } from "./entry-facts.ts";
import { rowActions } from "./row-actions.ts";

interface RowMenuProps {
  readonly entry: Entry;
  readonly placeLevel: number;
  goTo(path: string): void;
}

export default function RowMenu({ entry, placeLevel, goTo }: RowMenuProps) {
  const { _modelType: type } = entry;
  if (type !== "collection" && type !== "folder" && type !== "item") return null;
  const labels: Readonly<Record<RowAction, string | undefined>> = {
    launch: t("browse.launch"),
    open: type === "folder" ? t("browse.openFolder") : undefined,
    rename: t(type === "item" ? "browse.rename" : "browse.edit"),
    import: t("importing.open"),
    clone: t("clone.open"),
    move: t("browse.move.open"),
    access: t("access.menu"),
    copyLink: t("browse.link.copy"),
  };
  const offered = Object.entries(labels).filter(
    ([action, label]) =>
      label !== undefined && rowActions[action as RowAction].refusal(entry, placeLevel) === undefined,
  );
  return (
    <>
      {offered.map(([action, label]) => (
        <CommandItem
          key={action}
          id={`list.${action as RowAction}`}
          label={label}
          onClick={() => rowActions[action as RowAction].run(entry, goTo)}
        />
      ))}
      {type === "folder" && mayShare(entry) && (
        <Menu.Item
          leftSection={<IconWebhook size={16} stroke={1.6} />}
          onClick={() => void openWebhooks({ id: entry._id, name: entry.name })}
        >
          {t("browse.webhooks")}
        </Menu.Item>
      )}
      {type !== "collection" && (
        <>
          <Menu.Divider />
          <Downloads entry={entry} />
        </>
      )}
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

/** A dataset has so many that they are folded. */
function Downloads({ entry }: Pick<RowMenuProps, "entry">) {
  const [isOpen, setOpen] = useState(false);
  const items = <DownloadItems entries={[entry]} onConvert={convertExport} />;
  if (!isDataset(entry)) return items;
  const Fold = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Menu.Item
        closeMenuOnClick={false}
        aria-expanded={isOpen}
        leftSection={<IconDownload size={16} stroke={1.6} />}
        rightSection={<Fold size={14} stroke={1.6} />}
        onClick={() => setOpen(!isOpen)}
      >
        {t("browse.download")}
      </Menu.Item>
      {isOpen && items}
    </>
  );
}
