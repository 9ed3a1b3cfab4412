/** The differences by track: to step through, and to take over or keep, one by one or all. */

import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconArrowDown, IconArrowUp, IconCheck, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { AnnotationCore, GroupId, TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import type { ComparisonState } from "../../../session/comparison/comparison.ts";
import { isFrameLabel } from "../../../session/display/frame-labels.ts";
import type { OpenDifference } from "../../../session/comparison/dismissed-differences.ts";
import { pairToShow } from "../../../session/display/shown-pair.ts";
import { describeDifference } from "../../parts/describe-difference.ts";
import { attachListFocus, mainControl } from "../../parts/list-focus.ts";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Compare.module.css";
import { DifferenceLine } from "./DifferenceLine.tsx";
import { GroupDifferences } from "./GroupDifferences.tsx";
import { PartDifferences } from "./PartDifferences.tsx";
import { Tip } from "../../../ui/tips/Tip.tsx";
import { showError } from "../../../features/show-error.ts";
import { statusProps } from "../../../ui/page/announce.ts";

const firstRows = 100;

type Ready = Extract<ComparisonState, { readonly kind: "ready" }>;

export function Differences({ state }: { readonly state: Ready }) {
  useSignals();
  const { comparison, editor, workspace } = useViewer();
  const { differences, groups, keptCount } = state;
  const [at, setAt] = useState<TrackId>();
  const [rows, setRows] = useState(firstRows);
  const isOff = workspace.editRefusal.value !== undefined;
  const ids = differences.map(({ trackId }) => trackId);
  const groupIds = groups.map(({ groupId }) => groupId);
  const isNothing = differences.length + groups.length === 0;
  const place = at === undefined ? -1 : ids.indexOf(at);
  const list = useRef<HTMLUListElement>(null);
  /** Set when the focused row is settled, since its element disappears. */
  const isFocusDue = useRef(false);
  useEffect(() => {
    if (isNothing || list.current === null) return undefined;
    return attachListFocus(list.current, { rows: "[data-difference]", upDown: true });
  }, [isNothing]);
  useEffect(() => {
    if (isFocusDue.current) mainControl(list.current?.querySelector("[data-selected]"))?.focus();
    isFocusDue.current = false;
  });

  function goTo(difference: OpenDifference | undefined): void {
    if (difference === undefined) return;
    setAt(difference.trackId);
    const { core } = workspace;
    // A frame label is not an object on the picture.
    if (core.hasTrack(difference.trackId) && !isFrameLabel(core, difference.trackId))
      editor.lists.selectAndShow(difference.trackId);
    else workspace.select(undefined);
    editor.player.seek(difference.frame);
  }

  /** If the action is refused, it reports that and changes nothing. */
  function take(act: () => void): void {
    try {
      act();
    } catch (error) {
      showError(error);
    }
  }

  /** Groups without any track here are left as they are: they cannot be taken over. */
  function takeAll(): void {
    const { other } = comparison;
    const possible = groupIds.filter((id) => other === undefined || hasTracks(other, id));
    take(() => comparison.accept(ids, possible));
  }

  /** The next difference moves up to the place of a settled one; if the user was viewing that one, show the next. */
  function settle(act: () => void, id: TrackId): void {
    const index = ids.indexOf(id);
    const next = differences[index + 1] ?? differences[index - 1];
    isFocusDue.current = list.current?.contains(document.activeElement) === true;
    act();
    setAt(next?.trackId);
    if (id === at) goTo(next);
  }

  return (
    <>
      <div className={classes.summary} {...statusProps}>
        {isNothing ? t(keptCount > 0 ? "compare.allSettled" : "compare.same") : <Summary differences={differences} />}
        {groups.length > 0 && ` · ${t("compare.groupSummary", { count: groups.length })}`}
      </div>
      {keptCount > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => comparison.restoreDismissed()}>
          {t("compare.showRejected", { count: keptCount })}
        </Button>
      )}
      {isOff && (
        <Text c="dimmed" size="xs">
          {t("compare.readOnly")}
        </Text>
      )}
      {!isNothing && (
        <>
          <Group gap={6} my="xs">
            <Step label={t("compare.previous")} to={differences[place - 1]} onGo={goTo}>
              <IconArrowUp size={14} />
            </Step>
            <Step label={t("compare.next")} to={differences[place + 1]} onGo={goTo}>
              <IconArrowDown size={14} />
            </Step>
            <Button size="compact-xs" variant="default" disabled={isOff} onClick={() => takeAll()}>
              {t("compare.acceptAll")}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => comparison.keep({ tracks: ids, groups: groupIds })}
            >
              {t("compare.rejectAll")}
            </Button>
          </Group>
          <ul ref={list} className={classes.list} aria-label={t("compare.list")}>
            {differences.slice(0, rows).map((difference) => (
              <Row
                key={difference.trackId}
                difference={difference}
                isCurrent={difference.trackId === at}
                isOff={isOff}
                onGo={() => goTo(difference)}
                onAccept={() => settle(() => comparison.accept([difference.trackId]), difference.trackId)}
                onReject={() => settle(() => comparison.keep({ tracks: [difference.trackId] }), difference.trackId)}
              />
            ))}
          </ul>
          {groups.length > 0 && (
            <GroupDifferences
              groups={groups}
              isOff={isOff}
              onAccept={(id) => take(() => comparison.accept([], [id]))}
            />
          )}
          {differences.length > rows && (
            <Button size="compact-xs" variant="subtle" onClick={() => setRows(rows + 500)}>
              {t("compare.more", { count: differences.length - rows })}
            </Button>
          )}
        </>
      )}
    </>
  );
}

interface StepProps {
  readonly label: string;
  /** `undefined`: there is no further one. */
  readonly to: OpenDifference | undefined;
  onGo(difference: OpenDifference | undefined): void;
  readonly children: ReactNode;
}

function Step({ label, to, onGo, children }: StepProps) {
  return (
    <Tip label={label}>
      <ActionIcon variant="default" size={24} aria-label={label} disabled={to === undefined} onClick={() => onGo(to)}>
        {children}
      </ActionIcon>
    </Tip>
  );
}

/** The number of differences of each kind, with sample lines as a legend for the picture. */
function Summary({ differences }: { readonly differences: readonly OpenDifference[] }) {
  const count = (kind: OpenDifference["kind"]): number => differences.filter((one) => one.kind === kind).length;
  const parts = [
    ["added", t("compare.countOther", { count: count("added") })],
    ["deleted", t("compare.countHere", { count: count("deleted") })],
    ["changed", t("compare.countDifferent", { count: count("changed") })],
  ] as const;
  return parts.map(([kind, text], index) => (
    <span key={kind} className={classes.kind}>
      <DifferenceLine kind={kind} />
      {index === parts.length - 1 ? text : `${text}, `}
    </span>
  ));
}

interface RowProps {
  readonly difference: OpenDifference;
  readonly isCurrent: boolean;
  readonly isOff: boolean;
  onGo(): void;
  onAccept(): void;
  onReject(): void;
}

function Row({ difference, isCurrent, isOff, onGo, onAccept, onReject }: RowProps) {
  const { comparison, workspace } = useViewer();
  const { trackId, kind } = difference;
  const core = kind === "added" ? comparison.other : workspace.core;
  const track = core?.hasTrack(trackId) === true ? core.track(trackId) : undefined;
  const type = (track && pairToShow(track)?.type) ?? "";
  const label = core !== undefined && isFrameLabel(core, trackId) ? { name: type } : undefined;
  const take = label === undefined ? t("compare.accept", { id: trackId }) : t("compare.acceptLabel", label);
  const keep = label === undefined ? t("compare.reject", { id: trackId }) : t("compare.rejectLabel", label);
  return (
    <li aria-current={isCurrent || undefined} data-selected={isCurrent || undefined} data-difference={kind}>
      <div className={classes.row} data-current={isCurrent || undefined}>
        <DifferenceLine kind={kind} />
        <button type="button" data-main className={classes.go} onClick={onGo}>
          <span className={classes.name}>
            {label === undefined ? (
              <>
                <strong>{t("viewer.trackTitle", { id: trackId })}</strong> {type}
              </>
            ) : (
              <>
                <strong>{t("compare.label", label)}</strong>{" "}
                {track && t("compare.span", { begin: track.begin, end: track.end })}
              </>
            )}
          </span>
          <span className={classes.what}>{describeDifference(difference, label !== undefined)}</span>
        </button>
        <ToolButton label={take} icon={<IconCheck size={14} />} size={22} isOff={isOff} onClick={onAccept} />
        <ToolButton label={keep} icon={<IconX size={14} />} size={22} onClick={onReject} />
      </div>
      {/* Half a label counts as none. */}
      {isCurrent && label === undefined && <PartDifferences difference={difference} isOff={isOff} />}
    </li>
  );
}

/** Whether that core has a track of any member. */
function hasTracks(core: AnnotationCore, id: GroupId): boolean {
  const row = [...core.writer.groupRows()].find((each) => each.id === id);
  if (row === undefined) return true;
  const { members = {} } = JSON.parse(row.json) as { readonly members?: object };
  return Object.keys(members).some((track) => core.hasTrack(Number(track) as TrackId));
}
