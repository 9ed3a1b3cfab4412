/** Commands of the data pages' lists, as in a file manager. */

import {
  listCommand,
  placeCommand,
  type CommandLabel,
  type List,
  type Refusal,
  type RowAction,
  type UploadKind,
} from "./command.ts";
import type { PageIconName } from "./icon-name.ts";

function whenRow(list: List): Refusal | undefined {
  return list.rowCount === 0 ? "noRow" : undefined;
}

function whenMarking(list: List): Refusal | undefined {
  return whenRow(list) ?? (list.canMark ? undefined : "noMarking");
}

function goTo(label: CommandLabel, icon: PageIconName, keys: readonly string[], rowOf: (list: List) => number) {
  return listCommand({
    label,
    group: "lists",
    icon,
    defaultKeys: keys,
    refusal: whenRow,
    run: (list) => list.goToRow(within(list, rowOf(list)), false),
  });
}

function extendTo(label: CommandLabel, icon: PageIconName, keys: readonly string[], step: 1 | -1) {
  return listCommand({
    label,
    group: "lists",
    icon,
    defaultKeys: keys,
    refusal: whenMarking,
    run: (list) => list.goToRow(within(list, list.row + step), true),
  });
}

function actOnRow(
  action: RowAction,
  label: CommandLabel,
  icon: PageIconName,
  parts: { readonly defaultKeys?: readonly string[]; readonly keywords?: CommandLabel } = {},
) {
  return listCommand({
    label,
    group: "lists",
    icon,
    ...parts,
    refusal: (list) => whenRow(list) ?? list.refusalOf(action),
    run: (list) => list.act(action),
  });
}

function within(list: List, row: number): number {
  return Math.max(0, Math.min(list.rowCount - 1, row));
}

export const listCommands = {
  "list.next": goTo("commands.listNext", "rowDown", ["Down"], (list) => list.row + 1),
  "list.previous": goTo("commands.listPrevious", "rowUp", ["Up"], (list) => list.row - 1),
  "list.first": goTo("commands.listFirst", "chevronsLeft", ["Home"], () => 0),
  "list.last": goTo("commands.listLast", "chevronsRight", ["End"], (list) => list.rowCount - 1),
  "list.extendDown": extendTo("commands.listExtendDown", "rowDown", ["Shift+Down"], 1),
  "list.extendUp": extendTo("commands.listExtendUp", "rowUp", ["Shift+Up"], -1),
  "list.toggleMark": listCommand({
    label: "commands.listToggleMark",
    group: "lists",
    icon: "checks",
    defaultKeys: ["Space"],
    refusal: whenMarking,
    run: (list) => list.toggleMark(),
  }),
  "list.markAll": listCommand({
    label: "commands.listMarkAll",
    group: "lists",
    icon: "checks",
    defaultKeys: ["Ctrl+A"],
    refusal: whenMarking,
    run: (list) => list.markAll(),
  }),
  "list.clearMarks": listCommand({
    label: "commands.listClearMarks",
    group: "lists",
    icon: "x",
    defaultKeys: ["Escape"],
    refusal: (list) => (list.markedCount === 0 ? "nothingMarked" : undefined),
    run: (list) => list.clearMarks(),
  }),
  "list.open": actOnRow("open", "commands.listOpen", "folderOpen", { defaultKeys: ["Enter"] }),
  "list.launch": actOnRow("launch", "commands.listLaunch", "launch", { defaultKeys: ["Shift+Enter"] }),
  "list.rename": actOnRow("rename", "commands.listRename", "rename", { defaultKeys: ["F2"] }),
  "list.import": actOnRow("import", "commands.listImport", "fileImport"),
  "list.clone": actOnRow("clone", "commands.listClone", "copy"),
  "list.move": actOnRow("move", "commands.listMove", "move"),
  "list.access": actOnRow("access", "commands.listAccess", "lock", { keywords: "commands.listAccessWords" }),
  "list.copyLink": actOnRow("copyLink", "commands.listCopyLink", "link"),
  "list.delete": listCommand({
    label: "commands.listDelete",
    group: "lists",
    icon: "trash",
    defaultKeys: ["Delete"],
    refusal: (list) => list.deleteRefusal,
    run: (list) => list.deleteMarked(),
  }),
};

function upload(kind: UploadKind, label: CommandLabel, icon: PageIconName) {
  return placeCommand({
    label,
    group: "lists",
    icon,
    keywords: "commands.uploadWords",
    refusal: (place) => (place.upload === undefined ? "noUploadHere" : undefined),
    run: (place) => place.upload?.(kind),
  });
}

export const placeCommands = {
  "place.up": placeCommand({
    label: "commands.placeUp",
    group: "lists",
    icon: "arrowUp",
    defaultKeys: ["Alt+Up"],
    run: (place) => place.goUp(),
  }),
  "folder.create": placeCommand({
    label: "commands.createFolder",
    group: "lists",
    icon: "folderPlus",
    refusal: (place) => (place.createFolder === undefined ? "noFolderHere" : undefined),
    run: (place) => place.createFolder?.(),
  }),
  "upload.video": upload("video", "commands.uploadVideo", "video"),
  "upload.images": upload("images", "commands.uploadImages", "images"),
  "upload.largeImages": upload("largeImages", "commands.uploadLargeImages", "images"),
  "upload.folder": upload("folder", "commands.uploadFolder", "folderOpen"),
  "upload.zip": upload("zip", "commands.uploadZip", "folderOpen"),
  "upload.multicam": upload("multicam", "commands.uploadMulticam", "cameras"),
  "upload.stereo": upload("stereo", "commands.uploadStereo", "stereo"),
};
