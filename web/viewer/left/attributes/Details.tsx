/** Shows the candidates of a merge in progress, the selected group, or the selected track. */

import { useSignals } from "@preact/signals-react/runtime";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import { GroupEditor } from "../../right/groups/GroupEditor.tsx";
import { MergeCandidates } from "../../right/merge/MergeCandidates.tsx";
import { useViewer } from "../../viewer-context.ts";
import { TrackDetails } from "./TrackDetails.tsx";

const AttributeDialog = lazyPart(async () => (await import("../attribute-dialog/AttributeDialog.tsx")).AttributeDialog);

export function Details() {
  useSignals();
  const { attributeView } = useViewer();
  const edited = attributeView.edited.value;
  return (
    <>
      <Selected />
      {edited !== undefined && <AttributeDialog of={edited} onClose={() => attributeView.edit(undefined)} />}
    </>
  );
}

function Selected() {
  useSignals();
  const { editor, workspace } = useViewer();
  const mode = editor.mode.value;
  if (mode.kind === "multiSelect") return <MergeCandidates />;
  const id = mode.kind === "groupEdit" ? mode.groupId : workspace.selection.value.group;
  const group = workspace.groups.value.find((each) => each.id === id);
  return group === undefined ? <TrackDetails /> : <GroupEditor key={group.id} group={group} />;
}
