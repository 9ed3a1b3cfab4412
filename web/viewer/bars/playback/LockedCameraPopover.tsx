/** Settings of the locked camera: whether the view follows the selected track, how quickly and how closely. */

import { ActionIcon, Popover, Slider, Stack, Switch } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { formatFixed } from "../../../base/texts/numbers.ts";
import { isChecked, runCommand } from "../../../commands/registry.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./LockedCameraPopover.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

/** Where a slider starts when it is switched on. */
const initially = { transition: 200, multiBounds: 2 } as const;

export function LockedCameraPopover() {
  useSignals();
  const { editor } = useViewer();
  const isLocked = isChecked(editor, "picture.lockCamera") === true;
  return (
    <Popover position="top-end" width={270} shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Tip label={t("picture.lockedCamera")}>
          <ActionIcon
            size={28}
            aria-label={t("picture.lockedCamera")}
            {...(isLocked && { variant: "light", color: "wake" })}
          >
            {isLocked ? <IconLock size={17} stroke={1.6} /> : <IconLockOpen size={17} stroke={1.6} />}
          </ActionIcon>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("picture.lockedCamera")}>
        <Stack gap="sm">
          <Switch
            label={t("picture.lockCamera")}
            description={t("picture.lockCameraHint")}
            checked={isLocked}
            onChange={() => void runCommand(editor, "picture.lockCamera")}
          />
          <Choice
            name="transition"
            label={t("picture.transition")}
            range={{ min: 100, max: 2000, step: 50 }}
            format={(value) => t("picture.milliseconds", { value })}
          />
          <Choice
            name="multiBounds"
            label={t("picture.multiplyBounds")}
            range={{ min: 1, max: 4, step: 0.1 }}
            format={(value) => `${formatFixed(value, 1)}×`}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  readonly name: keyof typeof initially;
  readonly label: string;
  readonly range: { readonly min: number; readonly max: number; readonly step: number };
  readonly format: (value: number) => string;
}

/** A switch, and the slider it enables. */
function Choice({ name, label, range, format }: ChoiceProps) {
  useSignals();
  const { settings } = useViewer().workspace;
  const stored = settings.settings.value.annotatorPreferences.lockedCamera[name];
  const value = stored === false ? initially[name] : Math.min(range.max, Math.max(range.min, stored));
  const change = (next: number | false) =>
    settings.change({ annotatorPreferences: { lockedCamera: { [name]: next } } });
  return (
    <div>
      <Switch
        label={label}
        checked={stored !== false}
        onChange={(event) => change(event.currentTarget.checked && initially[name])}
      />
      {stored !== false && (
        <div className={classes.row}>
          <Slider
            className={classes.slider ?? ""}
            size="xs"
            {...range}
            label={null}
            thumbLabel={label}
            value={value}
            onChange={change}
          />
          <span className={classes.value}>{format(value)}</span>
        </div>
      )}
    </div>
  );
}
