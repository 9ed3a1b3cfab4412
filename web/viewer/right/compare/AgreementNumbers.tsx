/**
 * How well the shown annotations agree with the compared ones: measures, confusions of types, likely identity switches.
 */

import { Button, Group, Progress, SegmentedControl, Skeleton, Slider, Switch, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { AnnotationCore } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { formatFixed } from "../../../base/texts/numbers.ts";
import { ConfusionTable } from "../../../ui/tables/ConfusionTable.tsx";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { formatNumber } from "../../../ui/text/format.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./AgreementNumbers.module.css";
import { IdentitySwitches } from "./IdentitySwitches.tsx";
import { useAgreement } from "./use-agreement.ts";

/** Of the compared annotations, which count as the truth. */
type Side = "own" | "other";

export function AgreementNumbers({ other }: { readonly other: AnnotationCore }) {
  useSignals();
  const { workspace } = useViewer();
  const version = workspace.tracksVersion.value;
  const own = workspace.active.value.document.value.core;
  const [truth, setTruth] = useState<Side>("own");
  const [sameTypes, setSameTypes] = useState(true);
  const [minIou, setMinIou] = useState(0.5);
  const sides = truth === "own" ? { truth: own, found: other } : { truth: other, found: own };
  const { agreement, error, ...measuring } = useAgreement({
    ...sides,
    version,
    sameTypes,
    suppressing: workspace.display.suppressing.value,
    minIou,
  });
  return (
    <div className={classes.numbers}>
      <Pairing truth={truth} sameTypes={sameTypes} onTruth={setTruth} onSameTypes={setSameTypes} />
      <Measuring {...measuring} />
      {agreement === undefined && measuring.share !== undefined && <Skeleton h={120} />}
      {error !== undefined && (
        <ErrorAlert
          title={t("compare.notMeasured")}
          text={error}
          action={{ label: t("common.retry"), onClick: measuring.again }}
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
          <MinIou value={minIou} onChange={setMinIou} />
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
          <IdentitySwitches switches={agreement.whole.clear.switches} isTruthShown={truth === "own"} />
        </>
      )}
    </div>
  );
}

interface PairingProps {
  readonly truth: Side;
  readonly sameTypes: boolean;
  readonly onTruth: (truth: Side) => void;
  readonly onSameTypes: (sameTypes: boolean) => void;
}

/** Which boxes may match. */
function Pairing({ truth, sameTypes, onTruth, onSameTypes }: PairingProps) {
  return (
    <>
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
        onChange={(value) => onTruth(value === "own" ? "own" : "other")}
      />
      <Switch
        size="xs"
        my={8}
        label={t("compare.sameTypes")}
        {...(!sameTypes && { description: t("compare.byTypeAlways") })}
        checked={sameTypes}
        onChange={(event) => onSameTypes(event.currentTarget.checked)}
      />
    </>
  );
}

interface MeasuringProps {
  /** 0..1; `undefined`: not measuring. */
  readonly share: number | undefined;
  readonly isCancelled: boolean;
  cancel(): void;
  again(): void;
}

function Measuring({ share, isCancelled, cancel, again }: MeasuringProps) {
  return (
    <>
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
    </>
  );
}

function MinIou({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) {
  return (
    <>
      <Text size="sm" fw={600} mt="sm" id="compare-iou">
        {t("compare.atIou", { iou: formatNumber(value) })}
      </Text>
      <Slider
        my={6}
        size="sm"
        min={0.05}
        max={0.95}
        step={0.05}
        label={null}
        value={value}
        thumbProps={{ "aria-labelledby": "compare-iou" }}
        onChange={(next) => onChange(Math.round(next * 100) / 100)}
      />
    </>
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
