/** Probable mistakes in the annotations, by rule. Each has a link to its place, and some can be fixed here. */

import { Badge, Button, Loader, Skeleton, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconChevronDown, IconChevronRight, IconChevronUp, IconTool } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import type { IssueFacts, IssuePlace, IssueGroup } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { canFix, fixIssues } from "../../../editor/edits/fix-issues.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { formatNumber } from "../../../ui/text/format.ts";
import { attachListFocus } from "../../parts/list-focus.ts";
import { CommandButton } from "../../parts/CommandButton.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Problems.module.css";
import { useIssues } from "./use-issues.ts";
import { statusProps } from "../../../ui/page/announce.ts";

/** Rows per rule until the user asks for more. */
const firstRows = 20;

export function Problems() {
  useSignals();
  const { editor, workspace } = useViewer();
  const { found, facts, isRunning, isDone, error, again } = useIssues();
  const current = editor.problems.current.value;
  const isOff = workspace.editRefusal.value !== undefined;
  return (
    <div className={classes.panel}>
      <div className={classes.state}>
        <Text c="dimmed" {...statusProps}>
          {isRunning && t("problems.running")}
          {!isRunning && error === undefined && stateText()}
        </Text>
        {isRunning && <Loader size={14} aria-hidden />}
        {found.length > 0 && (
          <div className={classes.steps}>
            <CommandButton command="problem.previous" icon={<IconChevronUp size={16} />} size={24} />
            <CommandButton command="problem.next" icon={<IconChevronDown size={16} />} size={24} />
          </div>
        )}
      </div>
      {error !== undefined && (
        <ErrorAlert
          title={t("problems.failed")}
          text={error.message}
          action={{ label: t("common.retry"), onClick: again }}
        />
      )}
      {!isDone && error === undefined && <Skeleton h={60} mt="sm" />}
      {isDone && found.length === 0 && (
        <Text c="dimmed" mt="sm">
          {t("problems.none")}
        </Text>
      )}
      {isOff && found.some(({ rule }) => canFix(rule)) && (
        <Text c="dimmed" size="xs" mt="xs">
          {t("problems.readOnly")}
        </Text>
      )}
      {found.map((issues) => (
        <Rule key={issues.rule} issues={issues} facts={facts} isOff={isOff} isOpenAtFirst={found.length === 1} />
      ))}
    </div>
  );

  function stateText(): string {
    if (current === undefined) return t("problems.checked", { count: workspace.display.objectCount.value });
    return t("problems.at", { number: formatNumber(current.number), count: formatNumber(current.of) });
  }
}

interface RuleProps {
  readonly issues: IssueGroup;
  readonly facts: IssueFacts;
  readonly isOff: boolean;
  /** Nothing is gained by opening the only one. */
  readonly isOpenAtFirst: boolean;
}

function Rule({ issues, facts, isOff, isOpenAtFirst }: RuleProps) {
  useSignals();
  const { rule, count, places, message } = issues;
  const { editor } = useViewer();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [rows, setRows] = useState(firstRows);
  const visited = editor.problems.current.value?.place;
  const current = visited?.rule === rule ? places.findIndex(({ text }) => text === visited.text) : -1;
  const [shown, setShown] = useState(-1);
  // A key may go to a place that is not listed yet.
  if (current !== shown) {
    setShown(current);
    if (current >= 0) setOpen(true);
    if (current >= rows) setRows(current + 1);
  }
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!isOpen || list.current === null) return undefined;
    return attachListFocus(list.current, { rows: "[data-place]", upDown: true });
  }, [isOpen]);
  const fix =
    canFix(rule) && !isOff ? (some: readonly IssuePlace[] | "all") => fixIssues(editor, rule, some, facts) : undefined;
  return (
    <section className={classes.rule} aria-label={t(`problems.rule.${rule}`)} data-rule={rule}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <span className={classes.name}>{t(`problems.rule.${rule}`)}</span>
          <Badge size="sm" variant="light" color="yellow">
            {formatNumber(count)}
          </Badge>
        </button>
        {fix !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t("problems.fixAllOf", { rule: t(`problems.rule.${rule}`) })}
            onClick={() => fix("all")}
          >
            {t("problems.fixAll")}
          </Button>
        )}
      </div>
      <div id={listId}>
        {isOpen && (
          <>
            <Text c="dimmed" size="xs">
              {message} <code>{rule}</code>
            </Text>
            <ul ref={list} className={classes.places}>
              {places.slice(0, rows).map((place, index) => (
                <Place
                  key={index}
                  place={place}
                  isCurrent={index === current}
                  onGo={() => editor.problems.goTo({ ...place, rule })}
                  {...(fix && { onFix: () => fix([place]) })}
                />
              ))}
            </ul>
            {places.length > rows && (
              <Button size="compact-xs" variant="subtle" onClick={() => setRows(rows + 100)}>
                {t("problems.more", { count: places.length - rows })}
              </Button>
            )}
            {places.length <= rows && count > places.length && (
              <Text c="dimmed" size="xs">
                {t("problems.unlisted", { count: count - places.length })}
              </Text>
            )}
          </>
        )}
      </div>
    </section>
  );
}

interface PlaceProps {
  readonly place: IssuePlace;
  readonly isCurrent: boolean;
  onGo(): void;
  onFix?(): void;
}

function Place({ place, isCurrent, onGo, onFix }: PlaceProps) {
  const { text } = place;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <li
      ref={row}
      className={classes.place}
      aria-current={isCurrent || undefined}
      data-selected={isCurrent || undefined}
      data-place={place.trackId}
    >
      <button type="button" className={classes.go} onClick={onGo}>
        {text}
      </button>
      {onFix !== undefined && (
        <ToolButton
          label={t("problems.fix", { place: text })}
          icon={<IconTool size={14} stroke={1.6} />}
          size={22}
          onClick={onFix}
        />
      )}
    </li>
  );
}
