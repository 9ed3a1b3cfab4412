/** The groups of checked types, as rows. */

import { ActionIcon, Button } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { t } from "../../../base/texts/index.ts";
import { keyOf } from "../../../commands/keymap.ts";
import { refusalOf, runCommand } from "../../../commands/registry.ts";
import { deleteGroup } from "../../../editor/edits/group-edits.ts";
import type { GroupView } from "../../../session/display/groups.ts";
import { GuideAnchor } from "../../../ui/page/GuideAnchor.tsx";
import list from "../../parts/list.module.css";
import { attachListFocus } from "../../parts/list-focus.ts";
import { Toolbar } from "../../parts/Toolbar.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./groups.module.css";
import { GroupType } from "./GroupType.tsx";
import { useCoarsePointer } from "../../../ui/theme/coarse-pointer.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

/** CSS pixels, by pointer type. */
const rowHeights = { mouse: 58, finger: 98 } as const;
/** An id of this length may be truncated, so its tooltip shows it in full. */
const longId = 8;
const icon = { size: 15, stroke: 1.6 };

export function GroupList() {
  useSignals();
  const { editor, workspace } = useViewer();
  const groups = editor.lists.groups.value;
  const total = workspace.groups.value.length;
  const isOff = workspace.editRefusal.value !== undefined;
  return (
    <>
      <Toolbar className={list.header ?? ""} label={t("lists.groups")}>
        <h2 className={list.title}>
          {t("lists.groupsHeader", { count: groups.length })}
          {groups.length < total && <span className={classes.note}> {t("lists.groupsOf", { total })}</span>}
        </h2>
        <Tip label={`${t("commands.group")} (${keyOf("group.create")})`}>
          <Button
            size="compact-xs"
            variant="light"
            leftSection={<IconPlus size={13} />}
            disabled={refusalOf(editor, "group.create") !== undefined}
            onClick={() => void runCommand(editor, "group.create")}
          >
            {t("lists.group")}
          </Button>
        </Tip>
      </Toolbar>
      {groups.length === 0 ? (
        <div className={list.empty}>
          {total > 0 ? t("lists.groupsFiltered") : t(isOff ? "lists.groupsEmptyReadOnly" : "lists.groupsEmpty")}{" "}
          {total === 0 && <GuideAnchor page="annotating" isOutside />}
        </div>
      ) : (
        <Rows groups={groups} />
      )}
    </>
  );
}

function Rows({ groups }: { readonly groups: readonly GroupView[] }) {
  useSignals();
  const { workspace } = useViewer();
  const scroll = useRef<HTMLDivElement>(null);
  const isCoarse = useCoarsePointer();
  // oxlint-disable-next-line react/incompatible-library -- rows take numbers from it, never its functions
  const virtual = useVirtualizer({
    count: groups.length,
    estimateSize: () => rowHeights[isCoarse ? "finger" : "mouse"],
    getScrollElement: () => scroll.current,
    getItemKey: (index) => groups[index]?.id ?? index,
    overscan: 4,
  });
  const rows = useRef<HTMLUListElement>(null);
  useEffect(
    // Up and Down select, as in the track list.
    () => (rows.current === null ? undefined : attachListFocus(rows.current, { rows: "[data-group]", upDown: false })),
    [],
  );
  const selected = workspace.selection.value.group;
  const revealed = useRef<number>(undefined);
  useEffect(() => {
    if (revealed.current === selected) return;
    const index = groups.findIndex(({ id }) => id === selected);
    if (index !== -1) virtual.scrollToIndex(index, { align: "auto" });
    revealed.current = selected;
  }, [selected, groups, virtual]);
  return (
    <div className={list.scroll} ref={scroll} tabIndex={-1}>
      <ul ref={rows} className={list.rows} style={{ height: virtual.getTotalSize() }} aria-label={t("lists.groups")}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const group = groups[index];
          return group && <GroupRow key={group.id} group={group} top={start} height={size} />;
        })}
      </ul>
    </div>
  );
}

interface GroupRowProps {
  readonly group: GroupView;
  /** CSS pixels. */
  readonly top: number;
  readonly height: number;
}

function GroupRow({ group, top, height }: GroupRowProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const { id, type } = group;
  const isSelected = workspace.selection.value.group === id;
  const mode = editor.mode.value;
  const isEditing = mode.kind === "groupEdit" && mode.groupId === id;
  const isReadOnly = workspace.readOnly.value !== undefined;
  const choose = () => editor.lists.selectAndShowGroup(id);
  return (
    <li
      className={classes.row}
      style={{ top, height }}
      data-group={id}
      data-selected={isSelected || undefined}
      aria-current={isSelected || undefined}
      onClick={(event) => {
        if ((event.target as Element).closest("button, input, [role=listbox]") === null) choose();
      }}
    >
      <span className={classes.mark} style={{ background: workspace.display.groupStyles.of(type).color }} />
      <div className={classes.line}>
        <Tip label={id} disabled={String(id).length < longId}>
          <button
            type="button"
            className={classes.id}
            data-main
            aria-label={t("lists.groupRow", { id, type })}
            onClick={choose}
          >
            {id}
          </button>
        </Tip>
        <GroupType group={group} />
        <Tip label={t("lists.editGroup")}>
          <ActionIcon
            size={22}
            aria-label={t("lists.editGroup")}
            aria-pressed={isEditing}
            {...(isEditing && { variant: "light", color: "wake" })}
            disabled={isReadOnly}
            onClick={() => editor.dispatch({ type: "editGroup", groupId: id })}
          >
            <IconPencil {...icon} />
          </ActionIcon>
        </Tip>
        <ToolButton
          label={t("lists.deleteGroup")}
          icon={<IconTrash {...icon} />}
          size={22}
          isOff={isReadOnly}
          onClick={() => deleteGroup(editor, id)}
        />
      </div>
      <div className={classes.line}>
        <span className={classes.note}>{t("lists.groupMembers", { count: group.memberIds.length })}</span>
        <span className={classes.note}>{t("viewer.frames", { begin: group.begin, end: group.end })}</span>
      </div>
    </li>
  );
}
