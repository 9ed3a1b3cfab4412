/** The context shared by all panels of an open viewer. */

import type { ReadonlySignal, Signal } from "@preact/signals-core";
import { createContext, useContext } from "react";
import type { Editor } from "../editor/editor.ts";
import type { Alignment } from "../media/alignment.ts";
import type { Pace } from "../media/pace.ts";
import type { Playback } from "../media/playback.ts";
import type { FrameScheduler } from "../base/raf-scheduler.ts";
import type { Comparison } from "../session/comparison/comparison.ts";
import type { Presence } from "../session/presence/presence.ts";
import type { RemoteSaves } from "../session/saving/remote-saves.ts";
import type { OpenWorkspace } from "../session/open-workspace.ts";
import type { Stereo } from "../session/cameras/stereo.ts";
import type { Saver } from "../session/saving/saver.ts";
import type { AttributeTimeline } from "./bottom/attribute-timeline/attribute-timeline.ts";
import type { TimelineData } from "./bottom/timeline/timeline-data.ts";
import type { AttributeView } from "./right/attribute-details/attribute-view.ts";
import type { TimeView } from "./bottom/timeline/time-view.ts";
import type { TypeRequest } from "./left/types/type-request.ts";
import type { Workspace } from "../session/workspace.ts";

/** Client coordinates. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

export interface OpenViewer {
  readonly opened: OpenWorkspace;
  readonly workspace: Workspace;
  readonly saver: Saver;
  readonly editor: Editor;
  /** Maps frames between cameras. */
  readonly alignment: Alignment;
  /** Only for a calibrated pair of cameras. */
  readonly stereo: Stereo | undefined;
  /** The pictures of all cameras, played as one. */
  readonly pace: Pace;
  /** Its frames are the slots of the alignment; `editor.player` uses those of the active camera. */
  readonly playback: Playback;
  readonly timelineData: TimelineData;
  readonly attributeTimeline: AttributeTimeline;
  readonly scheduler: FrameScheduler;
  readonly typeRequest: TypeRequest;
  /** Where the canvas's context menu is open; client coordinates. */
  readonly canvasMenu: Signal<MenuPlace | undefined>;
  /** The window of frames shown in the timelines. */
  readonly timeView: TimeView;
  /** The filters of the attribute panels, and what the attribute timeline shows. */
  readonly attributeView: AttributeView;
  /** The comparison with another set or revision. */
  readonly comparison: Comparison;
  /** Changes that others have saved since the dataset was opened. */
  readonly others: RemoteSaves;
  /** Where others are, while the person saves as they go. */
  readonly presence: ReadonlySignal<Presence | undefined>;
  dispose(): void;
}

export const ViewerContext = createContext<OpenViewer | undefined>(undefined);

/** The open viewer. May only be called by components inside it. */
export function useViewer(): OpenViewer {
  const viewer = useContext(ViewerContext);
  if (viewer === undefined) throw new Error("useViewer() must be called inside an open viewer.");
  return viewer;
}
