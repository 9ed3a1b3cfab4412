/** The targets of the attribute panels: the selected tracks, or those with a detection on the current frame. */

import { useSignals } from "@preact/signals-react/runtime";
import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { AttributeDefinition } from "#schemas";
import { requireUser } from "../../../api/session.ts";
import type { AttributeOwner } from "../../../session/attributes/definition.ts";
import { valueIn, type AttributeScalar, type Attributes } from "../../../session/attributes/values.ts";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";

export interface AttributeTargets {
  readonly ids: readonly TrackId[];
  /** The attributes of each target. */
  readonly attributes: readonly Attributes[];
  /** Frame of the detections; ignored for tracks. */
  readonly frame: FrameNumber;
}

export function useAttributeTargets(belongs: AttributeOwner): AttributeTargets {
  useSignals();
  const { workspace, editor } = useViewer();
  void workspace.display.version.value;
  const { tracks } = workspace.selection.value;
  const { core } = workspace;
  const frame = belongs === "detection" ? (editor.shownFrame.value ?? (0 as FrameNumber)) : (0 as FrameNumber);
  const ids = [...tracks].filter(
    (id) => core.hasTrack(id) && (belongs === "track" || core.detectionAt(id, frame) !== undefined),
  );
  return { ids, attributes: ids.map((id) => attributesOf(core, belongs, id, frame)), frame };
}

function attributesOf(core: AnnotationCore, belongs: AttributeOwner, id: TrackId, frame: FrameNumber): Attributes {
  return belongs === "track" ? core.trackAttributes(id) : core.detectionAttributes(id, frame);
}

/** Sets or removes the value on all targets in one undo step. */
export function setTargetValue(
  { editor, workspace }: Pick<OpenViewer, "editor" | "workspace">,
  definition: AttributeDefinition,
  { ids, frame }: Pick<AttributeTargets, "ids" | "frame">,
  value: AttributeScalar | undefined,
): void {
  const { belongs, name, user } = definition;
  const { login } = requireUser();
  const changed = ids.filter(
    (id) => valueIn(attributesOf(workspace.core, belongs, id, frame), definition, login) !== value,
  );
  if (changed.length === 0) return;
  const owner = user === true ? login : undefined;
  editor.transact({ kind: "track", change: "setAttribute" }, (tx) => {
    for (const id of changed) {
      if (belongs === "track") tx.tracks.setAttribute(id, name, value, owner);
      else tx.detections.setAttribute(id, frame, name, value, owner);
    }
  });
}
