/**
 * Announces what happens in the viewer to screen readers: steps, selection, frames, playback, saving. On the canvas all
 * this is only visible.
 */

import { useSignalEffect } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { FrameNumber, TrackId } from "#core/types";
import { t } from "../../base/texts/index.ts";
import { drawsShape, isAboutTracks, type EditAction } from "../../session/undo/edit-action.ts";
import type { Workspace } from "../../session/workspace.ts";
import { announce } from "../../ui/page/announce.ts";
import { pairToShow } from "../../session/display/shown-pair.ts";
import { stepName } from "../right/history/step-names.ts";
import { useViewer, type OpenViewer } from "../viewer-context.ts";
import { announcementsOf, tracksOf, type Announcement, type AnnouncedState } from "./announcements.ts";

const steps = { done: "viewer.saidDone", undone: "viewer.saidUndone", redone: "viewer.saidRedone" } as const;
/** Skips frames in quick succession, ms. */
const quietMs = 250;

export function Spoken() {
  const viewer = useViewer();
  const before = useRef<AnnouncedState>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useSignalEffect(() => {
    const now = sightOf(viewer);
    const news = before.current && announcementsOf(before.current, now);
    before.current = now;
    if (news === undefined) return;
    const text = textOf(news, viewer);
    if (isAnnouncedByFocus(news, text)) return;
    const say = () => announce(text, "said");
    clearTimeout(timer.current);
    if (news.kind === "frame") timer.current = setTimeout(say, quietMs);
    else say();
  });
  // The region outlives the viewer.
  useEffect(() => () => clearTimeout(timer.current), []);
  return null;
}

function sightOf({ editor, workspace, playback, saver }: OpenViewer): AnnouncedState {
  const { tracks, primary } = workspace.selection.value;
  return {
    move: workspace.steps.lastMove.value,
    tracks,
    primary,
    frame: editor.player.frame.value,
    isPlaying: playback.playing.value,
    saved: saver.state.value.kind,
  };
}

/** A focused row or slider is announced by the screen reader itself. */
function isAnnouncedByFocus(news: Announcement, text: string): boolean {
  const focused = document.activeElement;
  if (news.kind === "frame") return focused instanceof HTMLInputElement || focused?.role === "slider";
  return focused?.getAttribute("aria-label") === text;
}

function textOf(news: Announcement, viewer: OpenViewer): string {
  const { workspace } = viewer;
  switch (news.kind) {
    case "step": {
      const { kind, action, frame } = news.move;
      const { tracks, primary } = tracksOf(news.move, workspace.selection.peek());
      const step = t(steps[kind], { step: stepName(action) });
      if (!isAboutTracks(action)) return step;
      const what = ofTracks(step, { tracks, primary });
      return placesBox(action) && tracks.size === 1 ? withPlace(what, primary, viewer, frame) : what;
    }
    case "selected":
      return selectedText(news.id, workspace);
    case "several":
      return t("viewer.trackCount", { count: news.count });
    case "playing":
      return t("viewer.saidPlaying");
    case "paused":
      return t("viewer.saidPaused", { frame: news.frame });
    case "frame":
      return t("viewer.saidFrame", { frame: news.frame });
    case "saved":
      return t("viewer.saved");
  }
}

/** Steps after which the box's position is announced. */
function placesBox(action: EditAction): boolean {
  return drawsShape(action) || (action.kind === "detection" && action.change === "paste");
}

/** For a track that the active camera may not have. */
function selectedText(id: TrackId, workspace: Workspace): string {
  const cores = [workspace.core, ...workspace.camerasWith(id).map(({ document }) => document.peek().core)];
  const track = cores.find((core) => core.hasTrack(id))?.track(id);
  if (track === undefined) return t("viewer.trackTitle", { id });
  const { begin, end } = track;
  return t("viewer.trackRow", { id, type: pairToShow(track)?.type ?? "", begin, end });
}

function withPlace(what: string, id: TrackId | undefined, { editor, workspace }: OpenViewer, at?: FrameNumber): string {
  if (id === undefined || !workspace.core.hasTrack(id)) return what;
  const bounds = workspace.core.detectionAt(id, at ?? editor.player.frame.peek())?.bounds;
  if (bounds === undefined) return what;
  const [x, y, right, bottom] = bounds.map((value) => Math.round(value)) as [number, number, number, number];
  return t("viewer.saidAt", { what, x, y, width: right - x, height: bottom - y });
}

function ofTracks(what: string, { tracks, primary: id }: Pick<AnnouncedState, "tracks" | "primary">): string {
  if (id === undefined) return what;
  const count = tracks.size;
  return count === 1 ? t("viewer.saidOfTrack", { what, id }) : t("viewer.saidOfTracks", { what, count });
}
