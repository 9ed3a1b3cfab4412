/** Notes on detections: edits those of the selected one on the shown frame, and searches all of them. */

import { Textarea, TextInput } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { FrameNumber, TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { setNotes } from "../../../editor/edits/track-edits.ts";
import { findNotes, notesAt } from "../../../session/display/notes.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./NotesPanel.module.css";
import { statusProps } from "../../../ui/page/announce.ts";

/** Further ones are not listed, but found by a search. */
const maxListed = 200;

export function NotesPanel() {
  const { workspace } = useViewer();
  useEffect(() => workspace.display.requireNotes(), [workspace]);
  return (
    <div className={classes.panel}>
      <SelectedNotes />
      <AllNotes />
    </div>
  );
}

/** Notes of the selected detection. */
function SelectedNotes() {
  useSignals();
  const { editor, workspace } = useViewer();
  void workspace.tracksVersion.value;
  const track = workspace.selectedTrack.value;
  const frame = editor.shownFrame.value;
  const { core } = workspace;
  const isThere =
    track !== undefined && frame !== undefined && core.hasTrack(track) && core.detectionAt(track, frame) !== undefined;
  if (!isThere) {
    const isOff = workspace.editRefusal.value !== undefined;
    return <p className={classes.hint}>{t(isOff ? "notes.readOnly" : "notes.selectFirst")}</p>;
  }
  const notes = notesAt(workspace.display.notes.value, track, frame);
  return <NotesField key={`${track} ${frame}`} track={track} frame={frame} notes={notes} />;
}

interface NotesFieldProps {
  readonly track: TrackId;
  readonly frame: FrameNumber;
  readonly notes: readonly string[];
}

function NotesField({ track, frame, notes }: NotesFieldProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const stored = notes.join("\n");
  const [draft, setDraft] = useState(stored);
  // The stored value was changed, by this field or by undo.
  const [seen, setSeen] = useState(stored);
  if (seen !== stored) {
    setSeen(stored);
    setDraft(stored);
  }
  const isOff = workspace.editRefusal.value !== undefined;
  function commit(): void {
    if (draft !== stored) setNotes(editor, track, frame, draft);
  }
  return (
    <Textarea
      label={t("notes.here", { id: track, frame })}
      description={t(isOff ? "notes.readOnly" : "notes.hint")}
      aria-label={t("notes.field")}
      autosize
      minRows={2}
      maxRows={8}
      value={draft}
      readOnly={isOff}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) commit();
        if (event.key !== "Escape") return;
        // Reset before the blur, which would store the draft.
        flushSync(() => setDraft(stored));
        focusCanvas();
      }}
    />
  );
}

function AllNotes() {
  useSignals();
  const { editor, workspace } = useViewer();
  const [search, setSearch] = useState("");
  const notes = workspace.display.notes.value;
  const matches = findNotes(notes, search);
  return (
    <>
      <TextInput
        size="xs"
        type="search"
        label={t("notes.search")}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <p className={classes.hint} {...statusProps}>
        {matches.length > 0
          ? t("notes.count", { count: matches.length })
          : t(notes.size === 0 ? "notes.none" : "notes.noneFound")}
      </p>
      <ul className={classes.list} aria-label={t("notes.list")}>
        {matches.slice(0, maxListed).map(({ track, frame, notes: texts }) => (
          <li key={`${track} ${frame}`}>
            <button
              type="button"
              className={classes.place}
              onClick={() => {
                editor.dispatch({ type: "select", trackId: track });
                editor.player.seek(frame);
              }}
            >
              <span className={classes.where}>{t("notes.place", { id: track, frame })}</span>
              <span className={classes.text}>{texts.join("\n")}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
