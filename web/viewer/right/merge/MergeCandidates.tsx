/** The tracks to merge, in order: the first absorbs the others. */

import { Button, Group } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconX } from "@tabler/icons-react";
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { refusalOf, runCommand } from "../../../commands/registry.ts";
import { pairToShow } from "../../../session/display/shown-pair.ts";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./MergeCandidates.module.css";

export function MergeCandidates() {
  useSignals();
  const { editor, workspace } = useViewer();
  void workspace.display.version.value;
  const ids = [...workspace.selection.value.tracks].filter((id) => workspace.core.hasTrack(id));
  return (
    <div className={classes.panel}>
      <h2 className={classes.title}>{t("lists.mergeCandidates")}</h2>
      <p className={classes.hint}>{t("lists.mergeHint")}</p>
      <ol className={classes.list} aria-label={t("lists.mergeCandidates")}>
        {ids.map((id, index) => (
          <Candidate key={id} id={id} isFirst={index === 0} />
        ))}
      </ol>
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" variant="default" onClick={() => void runCommand(editor, "mode.escape")}>
          {t("common.cancel")}
        </Button>
        <Button
          size="compact-sm"
          disabled={refusalOf(editor, "merge.commit") !== undefined}
          onClick={() => void runCommand(editor, "merge.commit")}
        >
          {t("lists.mergeCommit")}
        </Button>
      </Group>
    </div>
  );
}

function Candidate({ id, isFirst }: { readonly id: TrackId; readonly isFirst: boolean }) {
  useSignals();
  const { editor, workspace } = useViewer();
  const track = workspace.core.track(id);
  const { begin, end } = track;
  const type = pairToShow(track)?.type ?? "";
  return (
    <li className={classes.row} data-candidate={id}>
      <span className={classes.swatch} style={{ background: workspace.display.typeStyles.of(type).color }} />
      <span className={classes.name}>
        <strong>{t("viewer.trackTitle", { id })}</strong> {type}
      </span>
      <span className={classes.note}>{isFirst ? t("lists.mergeFirst") : t("viewer.frames", { begin, end })}</span>
      <ToolButton
        label={t("lists.mergeRemove", { id })}
        icon={<IconX size={14} />}
        size={20}
        onClick={() => editor.lists.toggleSelected(id)}
      />
    </li>
  );
}
