/** Frames where a track continues under another id: each leads to its frame. */

import { Button, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { IdentitySwitch } from "#core/metrics/clear";
import { t } from "../../../base/texts/index.ts";
import { attachListFocus } from "../../parts/list-focus.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./AgreementNumbers.module.css";

/** Rows shown until the user asks for more. */
const firstSwitches = 50;

interface IdentitySwitchesProps {
  readonly switches: readonly IdentitySwitch[];
  /** Only ids of the shown side are links. */
  readonly isTruthShown: boolean;
}

export function IdentitySwitches({ switches, isTruthShown }: IdentitySwitchesProps) {
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
