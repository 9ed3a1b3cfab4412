/** What every panel of an open viewer works on. */

import type { Signal } from "@preact/signals-core";
import { createContext, useContext } from "react";
import type { TrackId } from "#core/types";
import type { Editor } from "../editor/editor.ts";
import type { FrameSource } from "../media/frame-source.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { Saver } from "../session/saver.ts";
import type { Session } from "../session/session.ts";
import type { Playback } from "./playback.ts";

export interface OpenViewer {
  readonly opened: OpenSession;
  readonly session: Session;
  readonly saver: Saver;
  readonly editor: Editor;
  readonly source: FrameSource;
  readonly playback: Playback;
  /** The track whose type field is open. */
  readonly typeRequest: Signal<TrackId | undefined>;
  dispose(): void;
}

export const ViewerContext = createContext<OpenViewer | undefined>(undefined);

/** The open viewer. Only for components inside it. */
export function useViewer(): OpenViewer {
  const viewer = useContext(ViewerContext);
  if (viewer === undefined) throw new Error("This component belongs into an open viewer.");
  return viewer;
}
