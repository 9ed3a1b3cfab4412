/**
 * The mode machine as a table: every mode against every event, in plain words.
 *
 * The table is computed from `reduceMode` itself, so it cannot drift from it. The test checks it row by row, and
 * `docs/reference/modes.md` is its printout.
 */

import type { GroupId, TrackId } from "#core/types";
import type { Shape } from "../../web/base/shape.ts";
import {
  reduceMode,
  type Mode,
  type ModeContext,
  type ModeEffect,
  type ModeEvent,
  type ModeResult,
} from "../../web/editor/modes/mode.ts";

/** The track being edited in the table. */
const own = 1 as TrackId;
/** A second track. */
const other = 2 as TrackId;
const group = 7 as GroupId;
const box: Shape = { kind: "rectangle", bounds: [10, 20, 30, 40] };

export const tableModes: Readonly<Record<string, Mode>> = {
  "not editing": { kind: "notEditing" },
  "creating a track": { kind: "creating", geometry: "rectangle", trackId: undefined },
  "creating keyframes of track 1": { kind: "creating", geometry: "rectangle", trackId: own },
  "editing track 1": { kind: "editing", geometry: "rectangle", trackId: own },
};

export const tableEvents: Readonly<Record<string, ModeEvent>> = {
  create: { type: "create" },
  "another frame is shown": { type: "frameChanged" },
  "toggle editing of track 1": { type: "toggleEdit", trackId: own },
  "toggle editing of track 2": { type: "toggleEdit", trackId: other },
  "edit track 1": { type: "edit", trackId: own },
  "edit track 2": { type: "edit", trackId: other },
  "pick the rectangle": { type: "pickGeometry", geometry: "rectangle" },
  "select track 1": { type: "select", trackId: own },
  "select track 2": { type: "select", trackId: other },
  "select nothing": { type: "select", trackId: undefined },
  escape: { type: "escape" },
  "shape finished": { type: "shapeFinished", shape: box },
  "track 2 added": { type: "trackAdded", trackId: other },
  "track 1 removed": { type: "tracksRemoved", trackIds: [own] },
  "track 2 removed": { type: "tracksRemoved", trackIds: [other] },
  "nothing is shown any more": { type: "listEmptied" },
  "read-only mode changed": { type: "readOnlyChanged" },
  "document replaced, track 1 is still there": { type: "documentReplaced", trackId: own },
  "document replaced, track 1 is track 2 now": { type: "documentReplaced", trackId: other },
  "document replaced without track 1": { type: "documentReplaced", trackId: undefined },
};

/** Contexts that affect the result; each one gets a separate table in the documentation. */
export const tableContexts: Readonly<Record<string, ModeContext>> = {
  "Track mode": context({}),
  "Track mode with Advance frame": context({ newTrack: { mode: "Track", advanceFrame: true, continuous: false } }),
  "Detection mode with Continuous": context({
    newTrack: { mode: "Detection", advanceFrame: false, continuous: true },
  }),
  "Detection mode with Advance frame": context({
    newTrack: { mode: "Detection", advanceFrame: true, continuous: false },
  }),
  "Detection mode with Continuous and Advance frame": context({
    newTrack: { mode: "Detection", advanceFrame: true, continuous: true },
  }),
  "Read-only": context({ readOnly: true }),
};

/** The modes in which clicks select tracks, after those of the tables above. */
export const selectingModes: Readonly<Record<string, Mode>> = {
  "not editing": { kind: "notEditing" },
  "editing track 1": { kind: "editing", geometry: "rectangle", trackId: own },
  "choosing tracks to merge": { kind: "multiSelect" },
  "editing group 7": { kind: "groupEdit", groupId: group },
};

/** Events that select tracks, after the events of the tables above. */
export const selectingEvents: Readonly<Record<string, ModeEvent>> = {
  "choose tracks to merge": { type: "toggleMultiSelect" },
  "commit the merge": { type: "commitMerge" },
  "group the selected tracks": { type: "group" },
  "edit group 7": { type: "editGroup", groupId: group },
  "group 7 removed": { type: "groupRemoved", groupId: group },
  "put track 2 into the selection": { type: "toggleSelected", trackId: other },
  "put tracks 1 and 2 into the selection": { type: "selectMore", trackIds: [own, other] },
};

export const selectingContexts: Readonly<Record<string, ModeContext>> = {
  "Choosing tracks, one selected": context({}),
  "Choosing tracks, two selected": context({ selectedCount: 2 }),
  "Choosing tracks, none selected": context({ selected: undefined, selectedCount: 0 }),
  "Choosing tracks, read-only": context({ readOnly: true }),
};

/** The modes in which a further shape or a hole is drawn, and the mode they start from and return to. */
export const addingModes: Readonly<Record<string, Mode>> = {
  "editing track 1": { kind: "editing", geometry: "polygon", trackId: own },
  "adding a shape to track 1": { kind: "editing", geometry: "polygon", trackId: own, adds: "shape" },
  "adding a hole to track 1": { kind: "editing", geometry: "polygon", trackId: own, adds: "hole" },
};

export const addingEvents: Readonly<Record<string, ModeEvent>> = {
  "add a shape": { type: "add", adds: "shape" },
  "add a hole": { type: "add", adds: "hole" },
  "pick the polygon": { type: "pickGeometry", geometry: "polygon" },
};

export const addingContexts: Readonly<Record<string, ModeContext>> = { "Adding shapes": context({}) };

/** Single detections: editing one, and drawing one per frame in a row. */
export const detectionModes: Readonly<Record<string, Mode>> = {
  "editing detection 1": {
    kind: "editing",
    geometry: "polygon",
    trackId: own,
    isDetection: true,
  },
  "creating a detection a frame": {
    kind: "creating",
    geometry: "polygon",
    trackId: undefined,
    isSeries: true,
  },
  "adding a hole to detection 1, then the next": {
    kind: "editing",
    geometry: "polygon",
    trackId: own,
    adds: "hole",
    isDetection: true,
    continues: "series",
  },
};

export const detectionEvents: Readonly<Record<string, ModeEvent>> = {
  "create a detection a frame": {
    type: "create",
    geometry: "polygon",
    isSeries: true,
  },
  "add a hole": { type: "add", adds: "hole" },
};

export const detectionContexts: Readonly<Record<string, ModeContext>> = {
  "Single detections": context({}),
};

/** The mode in which the counterpart of a track is picked on another camera. */
export const linkingModes: Readonly<Record<string, Mode>> = {
  "not editing": { kind: "notEditing" },
  "linking track 1": { kind: "linking", trackId: own, camera: "right" },
};

export const linkingEvents: Readonly<Record<string, ModeEvent>> = {
  "link on the right camera": { type: "link", camera: "right" },
  linked: { type: "linked" },
};

export const linkingContexts: Readonly<Record<string, ModeContext>> = {
  "Linking cameras": context({}),
  "Linking cameras, none selected": context({ selected: undefined, selectedCount: 0 }),
};

function context(differences: Partial<ModeContext>): ModeContext {
  return {
    readOnly: false,
    selected: own,
    selectedCount: 1,
    newTrack: { mode: "Track", advanceFrame: false, continuous: false },
    ...differences,
  };
}

/** One cell: the resulting mode, and its effects. */
export function describeCell(modeName: string, eventName: string, contextName: string): string {
  const mode =
    tableModes[modeName] ??
    selectingModes[modeName] ??
    addingModes[modeName] ??
    detectionModes[modeName] ??
    linkingModes[modeName];
  const event =
    tableEvents[eventName] ??
    selectingEvents[eventName] ??
    addingEvents[eventName] ??
    detectionEvents[eventName] ??
    linkingEvents[eventName];
  const circumstances =
    tableContexts[contextName] ??
    selectingContexts[contextName] ??
    addingContexts[contextName] ??
    detectionContexts[contextName] ??
    linkingContexts[contextName];
  if (mode === undefined || event === undefined || circumstances === undefined) {
    throw new Error(`No such cell: ${modeName} / ${eventName} / ${contextName}`);
  }
  return describeResult(mode, reduceMode(mode, event, circumstances));
}

function describeResult(before: Mode, result: ModeResult): string {
  if (result.blocked !== undefined) return `refused: ${result.blocked}`;
  const next = describeMode(result.mode);
  const effects = result.effects.filter(({ type }) => type !== "dropShape").map(describeEffect);
  return [next === describeMode(before) ? "stays" : next, ...effects].join("; ");
}

function describeMode(mode: Mode): string {
  switch (mode.kind) {
    case "notEditing":
      return "not editing";
    case "creating":
      if (mode.isSeries) return "creating a detection a frame";
      return mode.trackId === undefined ? "creating a track" : `creating keyframes of track ${mode.trackId}`;
    case "editing": {
      const what = `${mode.isDetection ? "detection" : "track"} ${mode.trackId}`;
      const then = mode.continues === undefined ? "" : ", then the next";
      return mode.adds === undefined ? `editing ${what}` : `adding a ${mode.adds} to ${what}${then}`;
    }
    case "linking":
      return `linking track ${mode.trackId} on camera ${mode.camera}`;
    case "multiSelect":
      return "choosing tracks to merge";
    case "groupEdit":
      return `editing group ${mode.groupId}`;
  }
}

function describeEffect(effect: ModeEffect): string {
  switch (effect.type) {
    case "select":
      return effect.trackId === undefined ? "selects nothing" : `selects ${effect.trackId}`;
    case "toggleSelected":
      return `puts ${effect.trackId} into the selection or takes it out`;
    case "selectMore":
      return `selects ${effect.trackIds.join(" and ")} too`;
    case "selectGroup":
      return `selects group ${effect.groupId}`;
    case "merge":
      return "merges what is selected";
    case "createGroup":
      return "makes a group of what is selected";
    case "addMembers":
      return `adds ${effect.trackIds?.join(" and ") ?? "what is selected"} to group ${effect.groupId}`;
    case "linkWith":
      return `links ${effect.picked}`;
    case "addTrack":
      return "adds a track";
    case "setShape":
      return `sets the shape of ${effect.trackId}`;
    case "nextFrame":
      return "next frame";
    case "dropShape":
      return "drops the shape";
  }
}

/** The whole table as Markdown, one section per context. */
export function printModeTable(): string {
  const lines = [
    "# Modes of the editor",
    "",
    "What each event does in each mode. Printed from the mode machine itself (`npm run generate`); do not edit.",
    "",
    "A shape that is half drawn is dropped whenever the mode ends. Track 1 is the selected one.",
  ];
  for (const contextName of Object.keys(tableContexts)) {
    lines.push(...printSection(contextName, Object.keys(tableModes), Object.keys(tableEvents)));
  }
  for (const contextName of Object.keys(selectingContexts)) {
    const events = [...Object.keys(selectingEvents), ...Object.keys(tableEvents)];
    lines.push(...printSection(contextName, Object.keys(selectingModes), events));
  }
  for (const contextName of Object.keys(addingContexts)) {
    const events = [...Object.keys(addingEvents), ...Object.keys(tableEvents)];
    lines.push(...printSection(contextName, Object.keys(addingModes), events));
  }
  for (const contextName of Object.keys(detectionContexts)) {
    const events = [...Object.keys(detectionEvents), ...Object.keys(tableEvents)];
    lines.push(...printSection(contextName, Object.keys(detectionModes), events));
  }
  for (const contextName of Object.keys(linkingContexts)) {
    const events = [...Object.keys(linkingEvents), ...Object.keys(tableEvents)];
    lines.push(...printSection(contextName, Object.keys(linkingModes), events));
  }
  return `${lines.join("\n")}\n`;
}

function printSection(contextName: string, modes: readonly string[], events: readonly string[]): string[] {
  const rows = events.map((eventName) => {
    const cells = modes.map((modeName) => describeCell(modeName, eventName, contextName));
    return `| ${eventName} | ${cells.join(" | ")} |`;
  });
  const head = [`| event | ${modes.join(" | ")} |`, `|---|${modes.map(() => "---|").join("")}`];
  return ["", `## ${contextName}`, "", ...head, ...rows];
}
