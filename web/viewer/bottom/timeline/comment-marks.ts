/** Open comments as marks on the ruler of a timeline: at their frame, or where their track begins. */

import type { TrackId } from "#core/types";
import { isOfShownSet } from "../../../editor/lists/comment-places.ts";
import type { OpenViewer } from "../../viewer-context.ts";
import type { Lane } from "./lane.ts";
import { rulerLane } from "./ruler-lane.ts";

export interface CommentMark {
  readonly frame: number;
  readonly text: string;
}

/** The same color as the pins on the picture. */
const color = "#ffd43b";
const halfWidthPx = 5;
const markHeightPx = 7;

/** The ruler with the comments of the active camera. */
export const rulerWithComments = (viewer: OpenViewer): Lane => withMarks(rulerLane, commentMarks(viewer));

export function withMarks(ruler: Lane, marks: readonly CommentMark[]): Lane {
  if (marks.length === 0) return ruler;
  return {
    ...ruler,
    paint(context, scale, box, colors) {
      ruler.paint(context, scale, box, colors);
      const { first, last } = scale.window;
      for (const { frame } of marks) {
        if (frame < first || frame > last) continue;
        const x = Math.round(scale.toX(frame)) + 0.5;
        context.beginPath();
        context.moveTo(x - halfWidthPx, box.topPx);
        context.lineTo(x + halfWidthPx, box.topPx);
        context.lineTo(x, box.topPx + markHeightPx);
        context.closePath();
        context.fillStyle = color;
        context.fill();
        context.strokeStyle = colors.text;
        context.stroke();
      }
    },
    hitTest(x, _y, scale) {
      const hit = marks.filter(({ frame }) => Math.abs(scale.toX(frame) - x) <= halfWidthPx);
      const distance = ({ frame }: CommentMark): number => Math.abs(scale.toX(frame) - x);
      const nearest = hit.toSorted((a, b) => distance(a) - distance(b))[0];
      if (nearest === undefined) return undefined;
      const here = hit.filter(({ frame }) => frame === nearest.frame);
      return { frame: nearest.frame, text: here.map(({ text }) => text).join(" · ") };
    },
  };
}

function commentMarks({ editor, workspace }: OpenViewer): readonly CommentMark[] {
  const camera = workspace.active.value;
  const isFirst = workspace.cameras[0] === camera;
  return editor.comments.open.value.flatMap(({ anchor, first }): CommentMark | [] => {
    if (anchor.camera === undefined ? !isFirst : anchor.camera !== camera.name) return [];
    const frame = anchor.frame ?? beginOf(anchor.track);
    return frame === undefined ? [] : { frame, text: `${first.authorLogin}: ${first.text}` };

    function beginOf(track: number | undefined): number | undefined {
      if (track === undefined || !isOfShownSet(editor, anchor)) return undefined;
      const { core } = camera.document.value;
      return core.hasTrack(track as TrackId) ? core.track(track as TrackId).begin : undefined;
    }
  });
}
