/**
 * How well the shown annotations agree with the compared ones: measures, confusions of types, likely identity switches.
 */

import { Button, Group, Progress, SegmentedControl, Skeleton, Slider, Switch, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import type { IdentitySwitch } from "#core/metrics/clear";
import type { AnnotationCore } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { formatFixed } from "../../../base/texts/numbers.ts";
import { ConfusionTable } from "../../../ui/tables/ConfusionTable.tsx";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { formatNumber } from "../../../ui/text/format.ts";
import { attachListFocus } from "../../parts/list-focus.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./AgreementNumbers.module.css";
import { useAgreement } from "./use-agreement.ts";

/** Rows shown until the user asks for more. */
const firstSwitches = 50;

export function AgreementNumbers({ other }: { readonly other: AnnotationCore }) {
  useSignals();
  const { workspace } = useViewer();
  const version = workspace.tracksVersion.value;
  const own = workspace.active.value.document.value.core;
  const [truth, setTruth] = useState<"own" | "other">("own");
  const [sameTypes, setSameTypes] = useState(true);
  const [minIou, setMinIou] = useState(0.5);
  const sides = truth === "own" ? { truth: own, found: other } : { truth: other, found: own };
  const { agreement, share, isCancelled, error, cancel, again } = useAgreement({
    ...sides,
    version,
    sameTypes,
    suppressing: workspace.display.suppressing.value,
    minIou,
  });
  return (
    <div className={classes.numbers}>
      <Text size="xs" c="dimmed">
        {t("compare.truth")}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t("compare.truth")}
        value={truth}
        data={[
          { value: "own", label: t("compare.truthOwn") },
          { value: "other", label: t("compare.truthOther") },
        ]}
        onChange={(value) => setTruth(value === "own" ? "own" : "other")}
      />
      <Switch
        size="xs"
        my={8}
        label={t("compare.sameTypes")}
        {...(!sameTypes && { description: t("compare.byTypeAlways") })}
        checked={sameTypes}
        onChange={(event) => setSameTypes(event.currentTarget.checked)}
      />
      {share !== undefined && (
        <Group gap="xs" wrap="nowrap" mb={6}>
          <Progress flex={1} size="sm" value={Math.max(4, share * 100)} aria-label={t("compare.measuring")} />
          <Button size="compact-xs" variant="subtle" onClick={cancel}>
            {t("common.cancel")}
          </Button>
        </Group>
      )}
      {isCancelled && (
        <Group gap="xs" mb={6}>
          <Text size="xs" c="dimmed">
            {t("compare.measuringCancelled")}
          </Text>
          <Button size="compact-xs" variant="default" onClick={again}>
            {t("compare.measure")}
          </Button>
        </Group>
      )}
      {agreement === undefined && share !== undefined && <Skeleton h={120} />}
      {error !== undefined && (
        <ErrorAlert
          title={t("compare.notMeasured")}
          text={error}
          action={{ label: t("common.retry"), onClick: again }}
        />
      )}
      {agreement !== undefined && error === undefined && (
        <>
          <Measures
            rows={[
              ["HOTA", agreement.whole.hota.hota],
              ["DetA", agreement.whole.hota.detection],
              ["AssA", agreement.whole.hota.association],
              ["IDF1", agreement.whole.identity.idf1],
              ["MOTA", agreement.whole.clear.mota],
              ["mAP", agreement.whole.precision.mean],
              ["mAP 50", agreement.whole.precision.at50],
            ]}
          />
          <Text size="sm" fw={600} mt="sm" id="compare-iou">
            {t("compare.atIou", { iou: formatNumber(minIou) })}
          </Text>
          <Slider
            my={6}
            size="sm"
            min={0.05}
            max={0.95}
            step={0.05}
            label={null}
            value={minIou}
            thumbProps={{ "aria-labelledby": "compare-iou" }}
            onChange={(value) => setMinIou(Math.round(value * 100) / 100)}
          />
          <Measures
            rows={[
              [t("compare.precision"), agreement.detections.precision],
              [t("compare.recall"), agreement.detections.recall],
              ["F1", agreement.detections.f1],
            ]}
          />
          <Text size="sm" fw={600} mt="sm">
            {t("compare.confusion")}
          </Text>
          <ConfusionTable
            {...agreement.confusion}
            isCompact
            none={t("compare.none")}
            label={t("compare.confusion")}
            hint={t("compare.confusionHint")}
          />
          <Switches
            switches={agreement.whole.clear.switches}
            // Only ids of the shown side are links.
            isTruthShown={truth === "own"}
          />
        </>
      )}
    </div>
  );
}

function Measures({ rows }: { readonly rows: readonly (readonly [name: string, value: number | undefined])[] }) {
  return (
    <dl className={classes.measures}>
      {rows.map(([name, value]) => (
        <div key={name} className={classes.measure}>
          <dt>{name}</dt>
          <dd>{value === undefined ? "–" : formatFixed(value, 3)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SwitchesProps {
  readonly switches: readonly IdentitySwitch[];
  readonly isTruthShown: boolean;
}

function Switches({ switches, isTruthShown }: SwitchesProps) {
  const { editor, workspace } = useViewer();
  const [rows, setRows] = useState(firstSwitches);
  /** The row that the user went to last. */
  const [current, setCurrent] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const isNothing = switches.length === 0;
  useEffect(() => {
    if (isNothing || list.current === null) return undefined;
    return attachListFocus(list.current, { rows: "[data-switch]", upDown: true });
  }, [isNothing]);
  const goTo = (one: IdentitySwitch): void => {
    const { frame, truthId, to } = one;
    setCurrent(keyOf(one));
    const id = isTruthShown ? truthId : to;
    if (workspace.core.hasTrack(id)) editor.lists.selectAndShow(id);
    editor.player.seek(frame);
  };
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        {t("compare.switches", { count: switches.length })}
      </Text>
      {isNothing ? (
        <Text size="xs" c="dimmed">
          {t("compare.noSwitches")}
        </Text>
      ) : (
        <ol ref={list} className={classes.switches} aria-label={t("compare.switchList")}>
          {switches.slice(0, rows).map((one) => {
            const key = keyOf(one);
            const isCurrent = key === current || undefined;
            return (
              <li key={key} aria-current={isCurrent} data-selected={isCurrent} data-switch={one.frame}>
                <button type="button" className={classes.switch} onClick={() => goTo(one)}>
                  {t("compare.switch", { frame: one.frame, truth: one.truthId, from: one.from, to: one.to })}
                  <span className={classes.weight}>{t("compare.switchWeight", { count: one.weight })}</span>
                </button>
              </li>
            );
          })}
        </ol>
      )}
      {switches.length > rows && (
        <Button size="compact-xs" variant="subtle" onClick={() => setRows(rows + 500)}>
          {t("compare.more", { count: switches.length - rows })}
        </Button>
      )}
    </>
  );
}

/** Unique: a truth track switches at most once per frame. */
function keyOf({ frame, truthId }: IdentitySwitch): string {
  return `${frame} ${truthId}`;
}
