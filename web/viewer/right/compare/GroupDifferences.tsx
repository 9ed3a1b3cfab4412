/** Groups that differ, each to take over or keep. */

import { IconCheck, IconX } from "@tabler/icons-react";
import type { GroupDifference } from "#core/diff/differences";
import type { GroupId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { fieldNames } from "../../parts/describe-difference.ts";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Compare.module.css";
import { DifferenceLine } from "./DifferenceLine.tsx";

interface GroupDifferencesProps {
  readonly groups: readonly GroupDifference[];
  readonly isOff: boolean;
  onAccept(id: GroupId): void;
}

const maxRows = 200;

export function GroupDifferences({ groups, isOff, onAccept }: GroupDifferencesProps) {
  const { comparison } = useViewer();
  return (
    <ul className={classes.list} aria-label={t("compare.groupSummary", { count: groups.length })}>
      {groups.slice(0, maxRows).map(({ groupId, kind, fields }) => (
        <li key={groupId} className={classes.row} data-difference={kind}>
          <DifferenceLine kind={kind} />
          <span className={classes.go}>
            <strong>{t("compare.group", { id: groupId })}</strong>
            <span className={classes.what}>
              {kind === "changed" ? fieldNames(fields) : t(kind === "added" ? "compare.onlyOther" : "compare.onlyHere")}
            </span>
          </span>
          <ToolButton
            label={t("compare.acceptGroup", { id: groupId })}
            icon={<IconCheck size={14} />}
            size={22}
            isOff={isOff}
            onClick={() => onAccept(groupId)}
          />
          <ToolButton
            label={t("compare.rejectGroup", { id: groupId })}
            icon={<IconX size={14} />}
            size={22}
            onClick={() => comparison.keep({ groups: [groupId] })}
          />
        </li>
      ))}
    </ul>
  );
}
