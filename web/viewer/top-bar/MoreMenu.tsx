/** What needs no place of its own in the bar; in a narrow window also what has lost its place there. */

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { isChecked, runCommand, type CommandIdOf } from "../../commands/registry.ts";
import { openNotice } from "../../features/open-notice.ts";
import { useBrand } from "../../features/site.ts";
import { CommandItem, CommandLink, CommandToggle } from "../../ui/commands/CommandItem.tsx";
import { openCommandPalette } from "../../ui/commands/open-keys.ts";
import { openShortcutSheet } from "../../ui/commands/open-keys.ts";
import { useColorScheme } from "../../ui/use-color-scheme.ts";
import { useViewer } from "../viewer-context.ts";
import classes from "./TopBar.module.css";
import { Tip } from "../../ui/Tip.tsx";

/** What the bar has no room for. */
const narrowOnly: readonly CommandIdOf<"viewer">[] = ["annotations.import", "dataset.clone"];
const toggles: readonly CommandIdOf<"viewer">[] = ["tracks.compactRows", "dataset.autosave", "dataset.mergeAtOnce"];

export function MoreMenu() {
  useSignals();
  const { editor } = useViewer();
  const { alertMessage } = useBrand();
  const { isDark, toggle } = useColorScheme();
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Tip label={t("viewer.more")}>
          <ActionIcon size={28} aria-label={t("viewer.more")}>
            <IconDots size={17} stroke={1.6} />
          </ActionIcon>
        </Tip>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandLink id="go.guide" className={classes.narrow} to="/user-guide" isNewTab />
        {narrowOnly.map((id) => (
          <CommandItem key={id} id={id} className={classes.narrow} onClick={() => void runCommand(editor, id)} />
        ))}
        {alertMessage !== "" && (
          <CommandItem id="site.notice" className={classes.narrow} onClick={() => void openNotice(alertMessage)} />
        )}
        <CommandItem id="help.shortcuts" onClick={openShortcutSheet} />
        <CommandItem id="help.palette" onClick={openCommandPalette} />
        {toggles.map((id) => (
          <CommandToggle
            key={id}
            id={id}
            isChecked={isChecked(editor, id) === true}
            onToggle={() => void runCommand(editor, id)}
          />
        ))}
        <CommandItem id="theme.toggle" label={t(isDark ? "viewer.lightTheme" : "viewer.darkTheme")} onClick={toggle} />
      </Menu.Dropdown>
    </Menu>
  );
}
