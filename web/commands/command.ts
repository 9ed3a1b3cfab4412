/**
 * A command: data shared by toolbars, menus, shortcuts, palette, shortcut sheet, guide and keyboard reference.
 *
 * Each belongs to a scope, which determines its context and where its keys apply: the shell on every page, a list while
 * one of its rows has the focus, the viewer while a dataset is open.
 */

import type { TextKey } from "../base/texts/index.ts";
import type { Editor } from "../editor/editor.ts";
import type { Refusal as EditorRefusal } from "../editor/refusal.ts";
import type { IconName, PageIconName } from "./icon-name.ts";

export type CommandLabel = Extract<TextKey, `commands.${string}`>;

/** Why a command cannot run now; the texts are in the catalog under `refusals`. */
export type Refusal =
  | EditorRefusal
  | ListRefusal
  | "noSearchBox"
  | "noFolderHere"
  | "noUploadHere"
  | "noNotice"
  | "noAdmin";
export type ListRefusal =
  | "noRow"
  | "nothingMarked"
  | "noMarking"
  | "cannotOpen"
  | "noDataset"
  | "noMoving"
  | "noAccessList"
  | "noWriteAccess"
  | "noDeleting";

/** The frame around every page. */
export interface Shell {
  readonly isAdmin: boolean;
  goTo(path: string): void;
  openPalette(): void;
  openShortcuts(): void;
  openKeys(): void;
  startTour(): void;
  toggleTheme(): void;
  changePassword(): void;
  signOut(): void;
  /** Shows the site's message to all users; `undefined` if none exists. */
  readonly showNotice: (() => void) | undefined;
  /** `undefined` on pages without a search box. */
  readonly focusSearch: (() => void) | undefined;
  refuse(reason: Refusal): void;
}

/** An action on one row of a list. */
export type RowAction = "open" | "launch" | "rename" | "import" | "clone" | "move" | "access" | "copyLink";

/** A list of the data pages. Commands for a single row apply to the current row. */
export interface List {
  readonly rowCount: number;
  /** Zero-based index of the current row. */
  readonly row: number;
  /** Whether rows can be selected. */
  readonly canMark: boolean;
  readonly markedCount: number;
  /** Moves the keyboard focus. `extend`: also selects the rows in between. */
  goToRow(row: number, extend: boolean): void;
  toggleMark(): void;
  markAll(): void;
  clearMarks(): void;
  /** Why the action is not possible on the current row. */
  refusalOf(action: RowAction): ListRefusal | undefined;
  act(action: RowAction): void;
  readonly deleteRefusal: ListRefusal | undefined;
  deleteMarked(): void;
  refuse(reason: Refusal): void;
}

/** Kinds of uploads. */
export type UploadKind = "video" | "images" | "largeImages" | "folder" | "zip" | "multicam" | "stereo";

/** The place that a data page shows. */
export interface Place {
  goUp(): void;
  /** `undefined` without the right to. */
  readonly createFolder: (() => void) | undefined;
  /** `undefined` if the place cannot contain datasets, or without the right to. */
  readonly upload: ((kind: UploadKind) => void) | undefined;
  refuse(reason: Refusal): void;
}

/** The context of the commands of each scope. */
export interface ScopeContexts {
  readonly shell: Shell;
  readonly place: Place;
  readonly list: List;
  readonly viewer: Editor;
}

export type Scope = keyof ScopeContexts;

/** Headings in palette, sheet and reference. The first four are those of the viewer. */
export type CommandGroup = "general" | "selectedMode" | "playback" | "editingMode" | "pages" | "application" | "lists";

/** A key, or a key with arguments for the command: Shift+3 assigns the third type. */
export type KeyBinding<Args> = string | readonly [key: string, args: Args];

export interface CommandParts<S extends Scope, Args> {
  readonly label: CommandLabel;
  readonly group: CommandGroup;
  readonly icon: IconName;
  /** Additional search words for the palette. */
  readonly keywords?: CommandLabel;
  /** In the notation of `keyReadings`. */
  readonly defaultKeys?: readonly KeyBinding<Args>[];
  /** Cannot run without arguments, so it is not in the palette. */
  readonly needsArgs?: boolean;
  /**
   * Its key also works in a text field, whose text is committed first. `untouched`: only if nothing has been typed
   * since the last commit; otherwise the field handles the key.
   */
  readonly whileTyping?: boolean | "untouched";
  /** Why it cannot run now; `undefined` if it can. Must be cheap, since it is called while rendering. */
  refusal?(context: ScopeContexts[S], args: Args | undefined): Refusal | undefined;
  /** For toggles: whether it is on. */
  checked?(context: ScopeContexts[S], args: Args | undefined): boolean;
  run(context: ScopeContexts[S], args: Args | undefined): void | Promise<void>;
}

/** Commands whose icons are available on every page. */
interface PageCommandParts<S extends Scope> extends CommandParts<S, undefined> {
  readonly icon: PageIconName;
}

export interface Command<S extends Scope = Scope, Args = unknown> extends CommandParts<S, Args> {
  readonly scope: S;
}

export function shellCommand(parts: PageCommandParts<"shell">): Command<"shell", undefined> {
  return { scope: "shell", ...parts };
}

export function placeCommand(parts: PageCommandParts<"place">): Command<"place", undefined> {
  return { scope: "place", ...parts };
}

export function listCommand(parts: PageCommandParts<"list">): Command<"list", undefined> {
  return { scope: "list", ...parts };
}

export function viewerCommand<Args = undefined>(parts: CommandParts<"viewer", Args>): Command<"viewer", Args> {
  return { scope: "viewer", ...parts };
}

/** The keys of a command, without their arguments. */
export function keysOf(command: Pick<Command, "defaultKeys">): readonly string[] {
  return (command.defaultKeys ?? []).map((binding) => (typeof binding === "string" ? binding : binding[0]));
}
