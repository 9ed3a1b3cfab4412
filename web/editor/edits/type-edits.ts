/**
 * Edits of whole types and group types: renaming, deleting, defining. A type exists through the pairs of tracks on
 * every camera and through the configuration (style, threshold, place in the hierarchy); each edit here is one undo
 * step.
 */

import type { EditTransaction } from "#core/types";
import type { ConfigurationPatch } from "../../session/dataset/configuration-values.ts";
import type { StoredStyle } from "../../session/display/type-styles.ts";
import type { Editing, Opened, Refusing } from "./editing.ts";
import type { EditAction } from "../../session/undo/edit-action.ts";

/** Owners of styles: types of tracks, or of groups. */
export type StyledKind = "track" | "group";

export const stylingOf = { track: "customTypeStyling", group: "customGroupStyling" } as const;

/** The names in the lines of a text: trimmed, unique, without empty lines. */
export function parseTypeLines(text: string): readonly string[] {
  const names = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Defines types that no track has yet. Returns how many of them are new. */
export function importTypes({ workspace }: Opened, types: readonly string[]): number {
  const known = new Set(workspace.display.types.counts.peek().map(({ type }) => type));
  const fresh = types.filter((type) => !known.has(type));
  const styles = Object.fromEntries(fresh.map((type) => [type, {}]));
  return workspace.configuration.change({ customTypeStyling: styles }) ? fresh.length : 0;
}

/** Types that may become the parent of a type: all except itself and its descendants. */
export function possibleParents(
  type: string,
  types: readonly string[],
  hierarchy: Readonly<Record<string, string>>,
): readonly string[] {
  const isBelow = (other: string): boolean => {
    const seen = new Set<string>();
    let at: string | undefined = other;
    while (at !== undefined && !seen.has(at)) {
      if (at === type) return true;
      seen.add(at);
      at = Object.hasOwn(hierarchy, at) ? hierarchy[at] : undefined;
    }
    return false;
  };
  return types.filter((other) => !isBelow(other));
}

/**
 * Changes the style of a type, and its name if `name` differs.
 * @param parent the parent type; `null`: none; omitted: unchanged
 */
export function restyleType(
  editor: Editing & Refusing,
  kind: StyledKind,
  type: string,
  name: string,
  style: StoredStyle,
  parent?: string | null,
): void {
  const { workspace } = editor;
  const refusal = workspace.editRefusal.peek();
  if (refusal !== undefined) return editor.refuse(refusal);
  workspace.steps.asOneStep(() => {
    if (name !== type) renameType(editor, kind, type, name);
    workspace.configuration.change({ [stylingOf[kind]]: { [name]: style } });
    if (parent !== undefined) workspace.configuration.change({ typeHierarchy: { [name]: parent } });
  });
}

function renameType(editor: Editing, kind: StyledKind, type: string, name: string): void {
  const { workspace } = editor;
  if (kind === "group") {
    onAllCameras(editor, { kind: "type", change: "rename" }, (tx) => void tx.groups.renameType(type, name));
    workspace.configuration.change({ customGroupStyling: { [type]: null } });
    if (workspace.display.uncheckedGroupTypes.peek().has(type)) workspace.display.setGroupTypesShown([name], false);
    return;
  }
  workspace.display.types.recordUsed(name);
  onAllCameras(editor, { kind: "type", change: "rename" }, (tx) => void tx.tracks.renameType(type, name));
  workspace.configuration.change(renamedInConfiguration(editor, type, name));
  if (workspace.display.filters.peek().uncheckedTypes.has(type)) workspace.display.setTypesShown([name], false);
  workspace.display.types.forget([type]);
  const { settings } = workspace;
  if (settings.settings.peek().trackSettings.newTrackSettings.type === type) {
    settings.change({ trackSettings: { newTrackSettings: { type: name } } });
  }
}

/** Style, threshold and hierarchy move to the new name. */
function renamedInConfiguration({ workspace }: Opened, type: string, name: string): ConfigurationPatch {
  const { customTypeStyling, confidenceFilters, typeHierarchy } = workspace.configuration.values.peek();
  const children = Object.keys(typeHierarchy).filter((child) => typeHierarchy[child] === type && child !== name);
  const parent = Object.hasOwn(typeHierarchy, type) ? typeHierarchy[type] : undefined;
  const threshold = Object.hasOwn(confidenceFilters, type) ? confidenceFilters[type] : undefined;
  return {
    ...(Object.hasOwn(customTypeStyling, type) && { customTypeStyling: { [type]: null } }),
    ...(threshold !== undefined && { confidenceFilters: { [type]: null, [name]: threshold } }),
    typeHierarchy: {
      ...Object.fromEntries(children.map((child) => [child, name])),
      ...(parent !== undefined && { [type]: null }),
      ...(parent !== undefined && parent !== name && { [name]: parent }),
    },
  };
}

/** Removes types from all tracks; a track without another type is deleted. Also removes their styles. */
export function deleteTypes(editor: Editing & Refusing, types: readonly string[]): void {
  const { workspace } = editor;
  const refusal = workspace.editRefusal.peek();
  if (refusal !== undefined) return editor.refuse(refusal);
  workspace.steps.asOneStep(() => {
    onAllCameras(editor, { kind: "type", change: "delete" }, (tx) => {
      for (const type of types) tx.tracks.deleteType(type);
    });
    const stored = workspace.configuration.values.peek().customTypeStyling;
    const styled = types.filter((type) => Object.hasOwn(stored, type));
    workspace.configuration.change({ customTypeStyling: Object.fromEntries(styled.map((type) => [type, null])) });
    workspace.display.types.forget(types);
  });
}

/** Removes an unused type and its style from the lists. */
export function deleteEmptyType(editor: Opened & Refusing, kind: StyledKind, type: string): void {
  const { workspace } = editor;
  const refusal = workspace.editRefusal.peek();
  if (refusal !== undefined) return editor.refuse(refusal);
  const field = stylingOf[kind];
  const stored = workspace.configuration.values.peek()[field];
  if (Object.hasOwn(stored, type)) workspace.configuration.change({ [field]: { [type]: null } });
  if (kind === "track") workspace.display.types.forget([type]);
}

/** All cameras share their types. */
function onAllCameras(editor: Editing, action: EditAction, edit: (tx: EditTransaction) => void): void {
  const { workspace } = editor;
  for (const camera of workspace.cameras) editor.transact(action, edit, camera);
}
