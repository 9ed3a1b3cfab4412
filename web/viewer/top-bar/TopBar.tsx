/** The bar on top: where this is, what mode the editor is in, undo, the confidence filter, saving, exporting. */

import { ActionIcon, Badge, Menu, Text, Tooltip } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBook,
  IconCommand,
  IconDots,
  IconKeyboard,
  IconMoon,
  IconPencil,
  IconPlus,
  IconRectangle,
  IconSun,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";
import { runCommand } from "../../editor/commands.ts";
import { useBrand } from "../../features/site.ts";
import { folderQuery } from "../../queries/places.ts";
import type { Mode } from "../../editor/mode.ts";
import { BrandMark } from "../../ui/BrandMark.tsx";
import { Keys } from "../../ui/Keys.tsx";
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
      <CommandButton command="track.create" icon={<IconPlus {...icon} />} pressed={mode.kind === "creating"} />
      <CommandButton
        command="tool.rectangle"
        icon={<IconRectangle {...icon} />}
        pressed={mode.kind !== "notEditing" && mode.geometry === "rectangle"}
      />
      <CommandButton command="track.toggleEdit" icon={<IconPencil {...icon} />} pressed={mode.kind === "editing"} />
      <span className={classes.divider} />
      <CommandButton command="edit.undo" icon={<IconArrowBackUp {...icon} />} />
      <CommandButton command="edit.redo" icon={<IconArrowForwardUp {...icon} />} />
    </div>
  );
}

function HelpButtons() {
  const { editor } = useViewer();
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
            rightSection={<Keys keys="?" />}
            onClick={() => void runCommand(editor, "help.shortcuts")}
          >
            {t("commands.shortcuts")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCommand size={16} stroke={1.6} />}
            rightSection={<Keys keys="mod+K" />}
            onClick={() => void runCommand(editor, "help.palette")}
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
