/**
 * The action of an undo step. Every edit names its action, and everything that depends on the kind of a step (its name
 * in the history, the announcement, counterparts, hints) uses the action, not a text.
 */

/** One shape of a detection, or (`detection`) all of them together. */
export type ShapeAction =
  | { readonly kind: "shape"; readonly shape: "box"; readonly change: "draw" | "resize" | "rotate" }
  | {
      readonly kind: "shape";
      readonly shape: "polygon" | "line";
      readonly change: "draw" | "reshape" | "move" | "delete";
    }
  | { readonly kind: "shape"; readonly shape: "hole"; readonly change: "draw" | "delete" }
  | { readonly kind: "shape"; readonly shape: "point"; readonly change: "add" | "move" | "delete" }
  | { readonly kind: "shape"; readonly shape: "detection"; readonly change: "move" };

/** Changes of the other things that a step is about. */
interface Changes {
  readonly detection: "paste" | "toggleKeyframe" | "acceptGhost" | "setNotes";
  readonly track:
    | "add"
    | "delete"
    | "setType"
    | "setPairs"
    | "setAttribute"
    | "setReviewed"
    | "setInterpolation"
    | "end"
    | "continue"
    | "split"
    | "merge"
    | "swap"
    | "handOver"
    | "link"
    | "unlink"
    | "project"
    | "propagate"
    | "thinKeyframes"
    | "editSoftly"
    | "follow"
    | "revertFollowing"
    | "readText"
    | "acceptCounterpart"
    | "acceptSuggestion";
  readonly type: "rename" | "delete";
  readonly group: "create" | "delete" | "setMembers" | "setType";
  readonly frameLabel: "begin" | "end" | "move" | "delete";
  readonly issues: "fix";
  readonly differences: "accept" | "keep";
  readonly conflicts: "merge";
  readonly configuration: "change";
  /** Unsaved steps of an earlier page. */
  readonly journal: "restore";
}

export type EditAction =
  | ShapeAction
  | { [Kind in keyof Changes]: { readonly kind: Kind; readonly change: Changes[Kind] } }[keyof Changes];

type NameOf<Action> = Action extends ShapeAction
  ? `${Action["kind"]}.${Action["shape"]}.${Action["change"]}`
  : Action extends { readonly kind: infer Kind extends string; readonly change: infer Change extends string }
    ? `${Kind}.${Change}`
    : never;

/** An action as a word: the key of its text, and the name of its step in the core's log. */
export type ActionName = NameOf<EditAction>;

export function nameOfAction(action: EditAction): ActionName {
  const parts = action.kind === "shape" ? [action.kind, action.shape, action.change] : [action.kind, action.change];
  return parts.join(".") as ActionName;
}

/** Whether a shape is drawn, moved or reshaped, as opposed to removed. */
export function drawsShape(action: EditAction): boolean {
  if (action.kind !== "shape") return false;
  // Without a hole or a point, the shape is another one.
  return action.change !== "delete" || action.shape === "hole" || action.shape === "point";
}

/** Whether a step changes tracks or their detections, as opposed to types, groups or the dataset. */
export function isAboutTracks({ kind, change }: EditAction): boolean {
  switch (kind) {
    case "shape":
    case "detection":
    case "track":
      return true;
    // Of the selected tracks.
    case "group":
      return change === "create";
    case "type":
    case "frameLabel":
    case "issues":
    case "differences":
    case "conflicts":
    case "configuration":
    case "journal":
      return false;
  }
}
