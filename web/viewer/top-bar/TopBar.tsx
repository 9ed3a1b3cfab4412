/** The bar on top: where this is, what mode the editor is in, undo, the confidence filter, saving, exporting. */

import { ActionIcon, Badge, Menu, Text, Tooltip } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconBook, IconCommand, IconDots, IconKeyboard, IconMoon, IconSun } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";
import { keyOf } from "../../commands/registry.ts";
import { useBrand } from "../../features/site.ts";
import { folderQuery } from "../../queries/places.ts";
import type { Mode } from "../../editor/mode.ts";
import { BrandMark } from "../../ui/BrandMark.tsx";
import { openCommandPalette } from "../../ui/commands/CommandPalette.tsx";
import { Keys } from "../../ui/commands/Keys.tsx";
import { openShortcutSheet } from "../../ui/commands/ShortcutSheet.tsx";
import { useColorScheme } from "../../ui/use-color-scheme.ts";
import { CommandButton } from "../parts/CommandButton.tsx";
import { ConfidenceFilter } from "../threshold-controls/ConfidenceFilter.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { keepFocus } from "../parts/keep-focus.ts";
import { SaveButton } from "../saving/SaveButton.tsx";
import classes from "./TopBar.module.css";
import { useViewer } from "../viewer-context.ts";

const icon = { size: 17, stroke: 1.6 };

export function TopBar() {
  const { workspace } = useViewer();
  const folder = useQuery(folderQuery(workspace.dataset.id)).data;
  return (
    <header className={classes.bar} onMouseDown={keepFocus}>
      <Navigation parent={folder && `/${folder.parentCollection}/${folder.parentId}`} />
      <Tooltip label={workspace.dataset.name}>
        <Text component="h1" className={classes.name ?? ""} truncate>
          {workspace.dataset.name}
        </Text>
      </Tooltip>
      <Tools />
      <div className={classes.spacer} />
      <ConfidenceFilter />
      <ExportMenu />
      <HelpButtons />
      <SaveButton />
    </header>
  );
}

/** The brand and the ways out; usable before the dataset is open, and when it cannot be opened. */
export function Navigation({ parent = "/" }: { readonly parent?: string | undefined }) {
  const { name, logo } = useBrand();
  return (
    <nav className={classes.navigation}>
      <Link to="/" className={classes.brand} aria-label={name}>
        <BrandMark size={22} logo={logo} />
      </Link>
      <Link to={parent} className={classes.link}>
        {t("viewer.data")}
      </Link>
      <Link to="/jobs" className={classes.link}>
        {t("viewer.jobs")}
      </Link>
    </nav>
  );
}

function modeText(mode: Mode): string {
  switch (mode.kind) {
    case "notEditing":
      return t("viewer.modeNotEditing");
    case "creating":
      return t("viewer.modeCreating");
    case "editing":
      return t("viewer.modeEditing");
  }
}

function Tools() {
  useSignals();
  const { editor, workspace } = useViewer();
  const mode = editor.mode.value;
  const isReadOnly = workspace.readOnly.value !== undefined;
  return (
    <div className={classes.tools} role="toolbar" aria-label={t("viewer.editorMenu")}>
      <span className={classes.mode} data-mode={mode.kind} role="status" aria-live="polite">
        {modeText(mode)}
      </span>
      {isReadOnly && (
        <Tooltip label={t("refusals.readOnly")}>
          <Badge className={classes.readOnly ?? ""} color="yellow" variant="light" radius="sm">
            {t("viewer.readOnlyBadge")}
          </Badge>
        </Tooltip>
      )}
      <CommandButton command="track.create" />
      <CommandButton command="tool.rectangle" />
      <CommandButton command="track.toggleEdit" />
      <span className={classes.divider} />
      <CommandButton command="edit.undo" />
      <CommandButton command="edit.redo" />
    </div>
  );
}

function HelpButtons() {
  const { isDark, toggle } = useColorScheme();
  return (
    <>
      <Tooltip label={t("viewer.userGuide")}>
        <ActionIcon size={28} component={Link} to="/user-guide" target="_blank" aria-label={t("viewer.userGuide")}>
          <IconBook {...icon} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Tooltip label={t("viewer.more")}>
            <ActionIcon size={28} aria-label={t("viewer.more")}>
              <IconDots {...icon} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconKeyboard size={16} stroke={1.6} />}
            rightSection={<Keys keys={keyOf("help.shortcuts") ?? ""} />}
            onClick={openShortcutSheet}
          >
            {t("commands.shortcuts")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCommand size={16} stroke={1.6} />}
            rightSection={<Keys keys={keyOf("help.palette") ?? ""} />}
            onClick={openCommandPalette}
          >
            {t("commands.palette")}
          </Menu.Item>
          <Menu.Item
            leftSection={isDark ? <IconSun size={16} stroke={1.6} /> : <IconMoon size={16} stroke={1.6} />}
            onClick={toggle}
          >
            {t(isDark ? "viewer.lightTheme" : "viewer.darkTheme")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
