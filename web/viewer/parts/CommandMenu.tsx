/** The context menu: commands at a point on the page, with icons and keys. */

import { Menu, Portal } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { Fragment } from "react";
import type { TrackId } from "#core/types";
import { refusalOf, runCommand, type CommandIdOf } from "../../commands/registry.ts";
import { CommandItem } from "../../ui/commands/CommandItem.tsx";
import { type MenuPlace, useViewer } from "../viewer-context.ts";
import { nameForSeveral } from "./name-for-several.ts";

type ViewerCommand = CommandIdOf<"viewer">;

/** Commands for a track. */
export const trackMenu: readonly (readonly ViewerCommand[])[] = [
  ["track.toggleEdit", "track.focusType", "detection.copy", "comment.write"],
  ["track.toggleKeyframe", "track.toggleInterpolation", "track.toggleInterpolationAll", "track.end"],
  ["track.seekBegin", "track.previousKeyframe", "track.nextKeyframe", "track.seekEnd"],
  ["track.toggleReviewed", "track.split", "track.delete"],
];

/** Commands for the picture when no track is selected. */
export const pictureMenu: readonly (readonly ViewerCommand[])[] = [
  ["track.create", "detection.paste", "comment.write"],
  ["edit.undo", "edit.redo"],
  ["view.resetZoom", "view.zoomIn", "view.zoomOut"],
];

interface CommandMenuProps {
  /** `undefined`: closed. */
  readonly at: MenuPlace | undefined;
  readonly groups: readonly (readonly ViewerCommand[])[];
  /** The track that the commands apply to; defaults to the selected one. */
  readonly track?: TrackId | undefined;
  readonly label: string;
  onClose(): void;
}

export function CommandMenu({ at, groups, track, label, onClose }: CommandMenuProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  if (at === undefined) return null;
  const args = track === undefined ? undefined : { track };
  return (
    // At the end of the body: inside a dock that is a CSS container, fixed positions are relative to the dock.
    <Portal>
      <Menu opened position="bottom-start" offset={2} trapFocus={false} returnFocus={false} onClose={onClose}>
        <Menu.Target>
          <span aria-hidden style={{ position: "fixed", left: at.x, top: at.y }} />
        </Menu.Target>
        <Menu.Dropdown
          ref={focusFirstItem}
          aria-label={label}
          onContextMenu={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key !== "Tab") return;
            event.preventDefault();
            onClose();
          }}
        >
          {groups.map((group, index) => (
            <Fragment key={group[0]}>
              {index > 0 && <Menu.Divider />}
              {group.map((id) => (
                <CommandItem
                  key={id}
                  id={id}
                  label={track === undefined ? nameForSeveral(id, workspace) : undefined}
                  isRefused={refusalOf(editor, id, args) !== undefined}
                  onClick={() => void runCommand(editor, id, args)}
                />
              ))}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Portal>
  );
}

/**
 * Focus on the first paint: a focus trap takes the focus a moment later, and a key pressed before that would close the
 * menu and go to the viewer.
 */
function focusFirstItem(menu: HTMLElement | null): void {
  menu?.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus({ preventScroll: true });
}
