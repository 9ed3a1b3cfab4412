/** The context panel with one slider per image enhancement. The picture updates immediately. */

import { Button, Slider, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { IconRestore } from "@tabler/icons-react";
import { enhancementNames, enhancementRanges, type EnhancementName } from "../../../base/image-enhancements.ts";
import { t } from "../../../base/texts/index.ts";
import { formatFixed } from "../../../base/texts/numbers.ts";
import { refusalOf, runCommand } from "../../../commands/registry.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./image-enhancements.module.css";

export function ImageEnhancements() {
  useSignals();
  const { editor } = useViewer();
  return (
    <div className={classes.panel}>
      {enhancementNames.map((name) => (
        <EnhancementSlider key={name} name={name} />
      ))}
      <Button
        variant="default"
        className={classes.reset ?? ""}
        leftSection={<IconRestore size={15} stroke={1.6} />}
        disabled={refusalOf(editor, "picture.resetEnhancements") !== undefined}
        onClick={() => void runCommand(editor, "picture.resetEnhancements")}
      >
        {t("picture.reset")}
      </Button>
      <Text c="dimmed" size="xs">
        {t("picture.enhancementsHint")}
      </Text>
    </div>
  );
}

function EnhancementSlider({ name }: { readonly name: EnhancementName }) {
  useSignals();
  const { workspace } = useViewer();
  const value = workspace.display.enhancements.value[name];
  // If the slider is unmounted during a drag, release its hold.
  useEffect(() => () => workspace.configuration.hold("imageEnhancements", false), [workspace]);
  const { min, max, step } = enhancementRanges[name];
  return (
    <div className={classes.row}>
      <Text className={classes.name ?? ""}>{t(`picture.${name}`)}</Text>
      <Slider
        className={classes.slider ?? ""}
        size="xs"
        min={min}
        max={max}
        step={step}
        label={null}
        thumbLabel={t(`picture.${name}`)}
        value={value}
        onChange={(next) => {
          workspace.configuration.hold("imageEnhancements", true);
          workspace.configuration.change({ imageEnhancements: { [name]: next } });
        }}
        onChangeEnd={() => workspace.configuration.hold("imageEnhancements", false)}
      />
      <span className={classes.value}>{formatFixed(value, 1)}</span>
    </div>
  );
}
