/** Describes in words what a comment is about. */

import { t } from "../../../base/texts/index.ts";
import type { CommentPlace } from "../../../editor/lists/comment-places.ts";

/** @param shownSet the set whose annotations are shown; any other set is named */
export function placeText({ set, camera, track, frame, x }: CommentPlace, shownSet: string | undefined): string {
  let place = t("comments.onDataset");
  if (x !== undefined) place = t("comments.onPoint", { frame: frame ?? 0 });
  else if (track !== undefined && frame !== undefined) place = t("comments.onBox", { track, frame });
  else if (track !== undefined) place = t("comments.onTrack", { track });
  else if (frame !== undefined) place = t("comments.onFrame", { frame });
  if (camera !== undefined) place = t("comments.ofCamera", { place, camera });
  return track !== undefined && set !== undefined && set !== shownSet ? t("comments.ofSet", { place, set }) : place;
}
