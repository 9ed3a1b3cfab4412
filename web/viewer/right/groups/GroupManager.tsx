/** The "Group manager" panel: a filter of group types above the groups. */

import { Checkbox } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPencil } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../base/texts/index.ts";
import list from "../../parts/list.module.css";
import { attachListFocus } from "../../parts/list-focus.ts";
import { Toolbar } from "../../parts/Toolbar.tsx";
import { StyleEditor } from "../../left/styles/StyleEditor.tsx";
import { CutText } from "../../../ui/text/CutText.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import { GroupList } from "./GroupList.tsx";
import classes from "./groups.module.css";
import { listGroupTypes, type ListedGroupType } from "./listed-groups.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function GroupManager() {
  const { editor } = useViewer();
  const use = () => editor.lists.choose("groups");
  // When the panel is closed, shortcuts apply to the track list again.
  useEffect(() => () => editor.lists.choose("tracks"), [editor]);
  return (
    <div className={classes.manager} onPointerDownCapture={use} onFocusCapture={use}>
      <section className={classes.part} aria-label={t("lists.groupTypes")}>
        <GroupTypeList />
      </section>
      <section className={classes.part} style={{ flex: 1 }} aria-label={t("lists.groups")}>
        <GroupList />
      </section>
    </div>
  );
}

function GroupTypeList() {
  useSignals();
  const { workspace } = useViewer();
  const [edited, setEdited] = useState<string | undefined>(undefined);
  const types = listGroupTypes(workspace);
  const unchecked = workspace.display.uncheckedGroupTypes.value;
  const checked = types.filter(({ type }) => !unchecked.has(type)).length;
  const rows = useRef<HTMLUListElement>(null);
  useEffect(
    () =>
      rows.current === null ? undefined : attachListFocus(rows.current, { rows: "[data-group-type]", upDown: true }),
    [],
  );
  return (
    <>
      <Toolbar className={list.header ?? ""} label={t("lists.groupTypes")}>
        <Tip label={t("lists.checkAllGroupTypes")}>
          <Checkbox
            aria-label={t("lists.checkAllGroupTypes")}
            checked={checked === types.length}
            indeterminate={checked > 0 && checked < types.length}
            onChange={(event) =>
              workspace.display.setGroupTypesShown(
                types.map(({ type }) => type),
                event.currentTarget.checked,
              )
            }
          />
        </Tip>
        <h2 className={list.title}>{t("lists.groupTypes")}</h2>
      </Toolbar>
      <ul ref={rows} className={classes.types} aria-label={t("lists.groupTypes")}>
        {types.map((row) => (
          <GroupTypeRow key={row.type} row={row} onEdit={() => setEdited(row.type)} />
        ))}
      </ul>
      {edited !== undefined && (
        <StyleEditor
          key={edited}
          kind="group"
          type={edited}
          isUsed={workspace.groups.peek().some((group) => group.types.includes(edited))}
          names={types.map(({ type }) => type)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function GroupTypeRow({ row, onEdit }: { readonly row: ListedGroupType; onEdit(): void }) {
  useSignals();
  const { workspace } = useViewer();
  const { type, count } = row;
  const { color } = workspace.display.groupStyles.of(type);
  return (
    <li className={classes.typeRow} data-group-type={type}>
      <Checkbox
        color={color}
        aria-label={t("viewer.checkType", { type })}
        checked={!workspace.display.uncheckedGroupTypes.value.has(type)}
        onChange={(event) => workspace.display.setGroupTypesShown([type], event.currentTarget.checked)}
      />
      <span className={classes.swatch} style={{ background: color }} />
      <CutText className={classes.typeName}>{type}</CutText>
      <ToolButton
        label={t("lists.editType", { type })}
        icon={<IconPencil size={15} stroke={1.6} />}
        size={20}
        onClick={onEdit}
      />
      <Tip label={t("lists.groupTypeCount", { count })}>
        <span className={classes.note}>{count}</span>
      </Tip>
    </li>
  );
}
