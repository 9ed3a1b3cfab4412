/** What needs no place of its own in the bar; in a narrow window also what has lost its place there. */

import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBook,
  IconDeviceFloppy,
  IconDots,
  IconGitMerge,
  IconRowInsertBottom,
} from "@tabler/icons-react";
import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";
import { runCommand } from "../../commands/registry.ts";
import { useBrand } from "../../features/site.ts";
import { CommandItem } from "../../ui/commands/CommandItem.tsx";
import { openCommandPalette } from "../../ui/commands/CommandPalette.tsx";
import { openShortcutSheet } from "../../ui/commands/ShortcutSheet.tsx";
import { useColorScheme } from "../../ui/use-color-scheme.ts";
import { useViewer } from "../viewer-context.ts";
import { openAlert } from "./AlertButton.tsx";
import classes from "./TopBar.module.css";

const icon = { size: 16, stroke: 1.6 };

/** What the bar has no room for. */
function DatasetItems() {
  const { editor } = useViewer();
  return (
    <>
      <CommandItem
        id="annotations.import"
        className={classes.narrow}
        onClick={() => void runCommand(editor, "annotations.import")}
      />
      <CommandItem
        id="dataset.clone"
        className={classes.narrow}
        onClick={() => void runCommand(editor, "dataset.clone")}
      />
    </>
  );
}

export function MoreMenu() {
  useSignals();
  const { workspace } = useViewer();
  const { settings } = workspace;
  const { compactRows } = settings.settings.value.layout;
  const { autosave, mergeAtOnce } = settings.settings.value.savingSettings;
  const { alertMessage } = useBrand();
  const { isDark, toggle } = useColorScheme();
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Tooltip label={t("viewer.more")}>
          <ActionIcon size={28} aria-label={t("viewer.more")}>
            <IconDots size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className={classes.narrow ?? ""}
          component={Link}
          to="/user-guide"
          target="_blank"
          leftSection={<IconBook {...icon} />}
        >
          {t("viewer.userGuide")}
        </Menu.Item>
        <DatasetItems />
        {alertMessage !== "" && (
          <Menu.Item
            className={classes.narrow ?? ""}
            leftSection={<IconAlertTriangle {...icon} />}
            onClick={() => openAlert(alertMessage)}
          >
            {t("viewer.alert")}
          </Menu.Item>
        )}
        <CommandItem id="help.shortcuts" onClick={openShortcutSheet} />
        <CommandItem id="help.palette" onClick={openCommandPalette} />
        <Menu.CheckboxItem
          checked={compactRows}
          closeMenuOnClick={false}
          rightSection={<IconRowInsertBottom {...icon} />}
          onChange={(checked: boolean) => settings.change({ layout: { compactRows: checked } })}
        >
          {t("viewer.compactRows")}
        </Menu.CheckboxItem>
        <Menu.CheckboxItem
          checked={autosave}
          closeMenuOnClick={false}
          rightSection={<IconDeviceFloppy {...icon} />}
          onChange={(checked: boolean) => settings.change({ savingSettings: { autosave: checked } })}
        >
          {t("viewer.autosave")}
        </Menu.CheckboxItem>
        <Menu.CheckboxItem
          checked={mergeAtOnce}
          closeMenuOnClick={false}
          rightSection={<IconGitMerge {...icon} />}
          onChange={(checked: boolean) => settings.change({ savingSettings: { mergeAtOnce: checked } })}
        >
          {t("viewer.mergeAtOnce")}
        </Menu.CheckboxItem>
        <CommandItem id="theme.toggle" label={t(isDark ? "viewer.lightTheme" : "viewer.darkTheme")} onClick={toggle} />
      </Menu.Dropdown>
    </Menu>
  );
}
