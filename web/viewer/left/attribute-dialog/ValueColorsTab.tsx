/**
 * The "Value colors" tab: a color per text, for true and false, or for stops between which numbers are interpolated.
 */

import { Button, NumberInput, Stack, Text } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import classes from "./AttributeDialog.module.css";
import type { AttributeDraft, ColorStop, DraftProblems } from "./attribute-draft.ts";
import { ColorButton } from "./ColorButton.tsx";
import { CutText } from "../../../ui/text/CutText.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";

interface ValueColorsTabProps {
  readonly draft: AttributeDraft;
  readonly problems: DraftProblems;
  /** Texts in use by tracks or detections. */
  readonly usedValues: readonly string[];
  change(part: Partial<AttributeDraft>): void;
}

export function ValueColorsTab(props: ValueColorsTabProps) {
  return (
    <Stack gap="xs" className={classes.tab ?? ""}>
      {props.draft.datatype === "number" ? <Stops {...props} /> : <Texts {...props} />}
    </Stack>
  );
}

function Texts({ draft, usedValues, change }: ValueColorsTabProps) {
  const values =
    draft.datatype === "boolean"
      ? ["true", "false"]
      : [...new Set([...draft.values, ...Object.keys(draft.textColors), ...usedValues])].filter((each) => each !== "");
  if (values.length === 0) return <Text c="dimmed">{t("attributes.noValues")}</Text>;
  return values.map((value) => (
    <div key={value} className={classes.rowCenter}>
      <ColorButton
        color={Object.hasOwn(draft.textColors, value) ? (draft.textColors[value] ?? draft.color) : draft.color}
        label={t("attributes.colorOf", { name: value })}
        onChange={(color) => change({ textColors: { ...draft.textColors, [value]: color } })}
      />
      <CutText className={classes.grow ?? ""}>{value}</CutText>
    </div>
  ));
}

function Stops({ draft, problems, change }: ValueColorsTabProps) {
  const put = (id: number, part: Partial<ColorStop>) =>
    change({ stops: draft.stops.map((stop) => (stop.id === id ? { ...stop, ...part } : stop)) });
  return (
    <>
      <Text c="dimmed" size="xs">
        {t("attributes.stopsHint")}
      </Text>
      {draft.stops.map(({ id, value, color }, at) => {
        const problem = problems.stops[at];
        return (
          <div key={id} className={classes.row}>
            <NumberInput
              className={classes.grow ?? ""}
              size="sm"
              aria-label={t("attributes.stop")}
              value={value}
              error={problem && t(`attributes.${problem}`)}
              onChange={(next) => put(id, { value: next })}
            />
            <div className={classes.rowCenter}>
              <ColorButton
                color={color}
                label={t("attributes.colorOf", { name: value })}
                onChange={(next) => put(id, { color: next })}
              />
              <ToolButton
                label={t("attributes.removeStop", { value })}
                icon={<IconX size={15} stroke={1.6} />}
                onClick={() => change({ stops: draft.stops.filter((stop) => stop.id !== id) })}
              />
            </div>
          </div>
        );
      })}
      <Button
        variant="default"
        style={{ alignSelf: "start" }}
        leftSection={<IconPlus size={14} />}
        onClick={() => change({ stops: [...draft.stops, nextStop(draft)] })}
      >
        {t("attributes.addStop")}
      </Button>
    </>
  );
}

/** One above the largest stop, so that the new stop is valid from the start. */
function nextStop({ stops, color }: AttributeDraft): ColorStop {
  const largest = Math.max(-1, ...stops.map(({ value }) => Number(value)).filter(Number.isFinite));
  return { id: Math.max(-1, ...stops.map(({ id }) => id)) + 1, value: Math.floor(largest) + 1, color };
}
