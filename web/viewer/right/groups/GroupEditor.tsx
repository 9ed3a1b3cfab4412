/** The selected or edited group: its type, and its members with the frames on which each belongs to it. */

import { Button } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { FrameRange } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { removeMember, setMemberRanges } from "../../../editor/edits/group-edits.ts";
import type { GroupMemberView, GroupView } from "../../../session/display/groups.ts";
import { pairToShow } from "../../../session/display/shown-pair.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./groups.module.css";
import { GroupType } from "./GroupType.tsx";
import { RangeEditor } from "./RangeEditor.tsx";

export function GroupEditor({ group }: { readonly group: GroupView }) {
  useSignals();
  const { editor } = useViewer();
  const mode = editor.mode.value;
  const isEditing = mode.kind === "groupEdit" && mode.groupId === group.id;
  return (
    <div className={classes.editor}>
      <h2 className={classes.title}>{isEditing ? t("lists.editingGroup") : t("lists.groupTitle", { id: group.id })}</h2>
      {isEditing && <p className={classes.hint}>{t("lists.editingGroupHint")}</p>}
      <div className={classes.facts}>
        <strong>{t("lists.groupTitle", { id: group.id })}</strong>
        <GroupType group={group} />
        <span className={classes.note}>{t("viewer.framesFromTo", { begin: group.begin, end: group.end })}</span>
      </div>
      <ul className={classes.members} aria-label={t("lists.members")}>
        {group.members.map((member) => (
          <Member key={member.trackId} group={group} member={member} />
        ))}
      </ul>
      {isEditing && (
        <Button
          size="compact-sm"
          variant="default"
          mt="sm"
          onClick={() => editor.dispatch({ type: "editGroup", groupId: group.id })}
        >
          {t("lists.groupDone")}
        </Button>
      )}
    </div>
  );
}

function Member({ group, member }: { readonly group: GroupView; readonly member: GroupMemberView }) {
  useSignals();
  const { editor, workspace } = useViewer();
  void workspace.display.version.value;
  const { trackId } = member;
  const isReadOnly = workspace.readOnly.value !== undefined;
  if (!workspace.core.hasTrack(trackId)) return null;
  const track = workspace.core.track(trackId);
  const { begin, end } = track;
  const type = pairToShow(track)?.type ?? "";
  // A member without ranges belongs to the group on all of its frames.
  const ranges: readonly FrameRange[] = member.ranges.length === 0 ? [[begin, end]] : member.ranges;
  const setRanges = (next: readonly FrameRange[]) => setMemberRanges(editor, group.id, trackId, next);
  const frame = editor.shownFrame.value;
  const canAdd =
    !isReadOnly &&
    frame !== undefined &&
    frame >= begin &&
    frame <= end &&
    ranges.every(([from, to]) => frame < from || frame > to);
  return (
    <li className={classes.member} data-member={trackId}>
      <div className={classes.line}>
        <span className={classes.swatch} style={{ background: workspace.display.typeStyles.of(type).color }} />
        <button type="button" className={classes.track} onClick={() => editor.player.seek(begin)}>
          {t("viewer.trackTitle", { id: trackId })}
        </button>
        <span className={classes.type}>{type}</span>
        <ToolButton
          label={t("lists.addRange")}
          icon={<IconPlus size={14} />}
          size={22}
          isOff={!canAdd}
          onClick={() => frame !== undefined && setRanges([...ranges, [frame, frame]])}
        />
        <ToolButton
          label={t("lists.removeMember", { id: trackId })}
          icon={<IconX size={14} />}
          size={22}
          isOff={isReadOnly}
          onClick={() => removeMember(editor, group.id, trackId)}
        />
      </div>
      {ranges.map((range, index) => (
        <RangeEditor
          // Keyed by position: a field keeps the focus while its range changes.
          key={index}
          range={range}
          limits={{ min: begin, max: end }}
          isReadOnly={isReadOnly}
          onChange={(next) => setRanges(ranges.with(index, next))}
          onEscape={() => {
            focusCanvas();
            editor.dispatch({ type: "escape" });
          }}
          {...(ranges.length > 1 && { onRemove: () => setRanges(ranges.toSpliced(index, 1)) })}
        />
      ))}
    </li>
  );
}
