/**
 * The hint after a key that was refused here and does something else in CVAT: the key to press instead, and CVAT's keys
 * to choose.
 */
import { Button } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { t } from "../../../base/texts/index.ts";
import { cvatKeys } from "../../../commands/cvat-keys.ts";
import { currentKeys, customKeys, keyOf, setCustomKeys } from "../../../commands/keymap.ts";
import { type KeyInput, keyReadings } from "../../../commands/keys.ts";
import { commands, type CommandId } from "../../../commands/registry.ts";
import { isHintGone } from "../../../features/tour/tour-state.ts";
import { toKeyInput } from "../../../ui/commands/keyboard.ts";
import { refusals } from "../../../ui/commands/show-refusal.ts";
import { announce } from "../../../ui/page/announce.ts";
import classes from "./TrackHint.module.css";

export interface CvatKey {
  readonly key: string;
  /** Absent: Wakeline has no such command. */
  readonly command?: CommandId;
}

/** Keys of CVAT without a command here: Q marks an object as occluded. */
const unmatched: readonly string[] = ["Q"];

/** The meaning of a letter in CVAT; `undefined` if it is the same here. */
function cvatKeyOf(input: KeyInput): CvatKey | undefined {
  const key = keyReadings(input).find((reading) => /^[A-Z]$/.test(reading));
  if (key === undefined) return undefined;
  const [id] = Object.entries(cvatKeys).find(([, keys]) => keys.includes(key)) ?? [];
  const command = id as CommandId | undefined;
  if (command === undefined) return unmatched.includes(key) ? { key } : undefined;
  return currentKeys(command).includes(key) ? undefined : { key, command };
}

/**
 * The last such key whose command was refused, until the hint is dismissed. Not for users with keys of their own, who
 * know where to change them.
 */
export function useCvatKey(): CvatKey | undefined {
  useSignals();
  const [refused, setRefused] = useState<CvatKey>();
  const isGone = isHintGone("cvat");
  useEffect(() => {
    if (isGone) return;
    let pressed: CvatKey | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      pressed = Object.keys(customKeys.peek()).length > 0 ? undefined : cvatKeyOf(toKeyInput(event));
    };
    const onPointerDown = (): void => (pressed = undefined);
    document.addEventListener("keydown", onKeyDown, { capture: true });
    document.addEventListener("pointerdown", onPointerDown, { capture: true });
    const stop = refusals.subscribe(() => {
      if (pressed === undefined) return;
      setRefused(pressed);
      announce(textOf(pressed), "hint");
    });
    return () => {
      stop();
      document.removeEventListener("keydown", onKeyDown, { capture: true });
      document.removeEventListener("pointerdown", onPointerDown, { capture: true });
    };
  }, [isGone]);
  return isGone ? undefined : refused;
}

function textOf({ key, command }: CvatKey): string {
  const own = command && keyOf(command);
  return command === undefined || own === undefined
    ? t("tour.cvatNone", { key })
    : t("tour.cvatKey", { key, own, name: t(commands[command].label) });
}

export function CvatHint({ refused }: { readonly refused: CvatKey }) {
  useSignals();
  const sheet = keyOf("help.shortcuts") ?? "";
  if (Object.keys(customKeys.value).length > 0) return t("tour.cvatUsed", { sheet });
  return (
    <>
      {textOf(refused)}
      <Button
        className={classes.action ?? ""}
        variant="light"
        size="compact-xs"
        onClick={() => {
          setCustomKeys(cvatKeys);
          announce(t("tour.cvatUsed", { sheet: keyOf("help.shortcuts") ?? "" }));
        }}
      >
        {t("keys.cvat")}
      </Button>
    </>
  );
}
