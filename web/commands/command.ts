/**
 * What a command is: data that toolbar, menus, shortcuts, palette, shortcut sheet, guide and keyboard reference share.
 *
 * Each belongs to a scope, which says what it works on and where its keys count: the shell is on every page, a list
 * while one of its rows has the focus, the viewer while a dataset is open.
 */

import type { TextKey } from "../base/texts/index.ts";
import type { Editor } from "../editor/editor.ts";
import type { Refusal as EditorRefusal } from "../editor/ports.ts";
import type { IconName, PageIconName } from "./icon-name.ts";

export type CommandLabel = Extract<TextKey, `commands.${string}`>;

/** Why a command cannot run now; the sentences are in the catalogue under `refusals`. */
export type Refusal = EditorRefusal | ListRefusal | "noSearchBox" | "noFolderHere" | "noUploadHere" | "noNotice";
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
  goTo(path: string): void;
  openPalette(): void;
  openShortcuts(): void;
  openKeys(): void;
  startTour(): void;
  toggleTheme(): void;
  changePassword(): void;
  signOut(): void;
  /** Shows the site's message for everyone; `undefined`: there is none. */
  readonly showNotice: (() => void) | undefined;
  /** `undefined` on pages without a search box. */
  readonly focusSearch: (() => void) | undefined;
  refuse(reason: Refusal): void;
}

/** What can be done with one row of a list. */
export type RowAction = "open" | "launch" | "rename" | "import" | "clone" | "move" | "access" | "copyLink";

/** A list of the data pages. The row that the keyboard is on is the one that single commands are about. */
export interface List {
  readonly rowCount: number;
  /** Of the row that the keyboard is on, from 0. */
  readonly row: number;
  /** Whether rows can be marked. */
  readonly canMark: boolean;
  readonly markedCount: number;
  /** Moves the keyboard focus. `extend`: also marks the rows in between. */
  goToRow(row: number, extend: boolean): void;
  toggleMark(): void;
  markAll(): void;
  clearMarks(): void;
  /** Why it cannot be done with the row that the keyboard is on. */
  refusalOf(action: RowAction): ListRefusal | undefined;
  act(action: RowAction): void;
  readonly deleteRefusal: ListRefusal | undefined;
  deleteMarked(): void;
  refuse(reason: Refusal): void;
}

/** What can be picked to be uploaded. */
export type UploadKind = "video" | "images" | "largeImages" | "folder" | "zip" | "multicam" | "stereo";

/** The place that a data page shows. */
export interface Place {
  goUp(): void;
  /** `undefined` where there is no right to. */
  readonly createFolder: (() => void) | undefined;
  /** `undefined` where no dataset can be or there is no right to. */
  readonly upload: ((kind: UploadKind) => void) | undefined;
  refuse(reason: Refusal): void;
}

/** What the commands of each scope work on. */
export interface ScopeContexts {
  readonly shell: Shell;
  readonly place: Place;
  readonly list: List;
  readonly viewer: Editor;
}

export type Scope = keyof ScopeContexts;

/** Headings of palette, sheet and reference. The first four are those of the viewer. */
export type CommandGroup = "general" | "selectedMode" | "playback" | "editingMode" | "pages" | "application" | "lists";

/** A key, or a key with arguments for the command: Shift+3 is the third type. */
export type KeyBinding<Args> = string | readonly [key: string, args: Args];

export interface CommandParts<S extends Scope, Args> {
  readonly label: CommandLabel;
  readonly group: CommandGroup;
  readonly icon: IconName;
  /** Further words that the palette finds it by. */
  readonly keywords?: CommandLabel;
  /** As `keyReadings` writes them. */
  readonly defaultKeys?: readonly KeyBinding<Args>[];
  /** Cannot run without arguments, so it is not in the palette. */
  readonly needsArgs?: boolean;
  /**
   * Its key counts in a text field too; what is typed there is given first. `untouched`: only where nothing has been
   * typed since the field was given; else the key is the field's own.
   */
  readonly whileTyping?: boolean | "untouched";
  /** Why it cannot run now; `undefined` when it can. Cheap: asked while drawing. */
  refusal?(context: ScopeContexts[S], args: Args | undefined): Refusal | undefined;
  /** For toggles: whether it is on. */
  checked?(context: ScopeContexts[S], args: Args | undefined): boolean;
  run(context: ScopeContexts[S], args: Args | undefined): void | Promise<void>;
}

/** Their icons are there on every page. */
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
