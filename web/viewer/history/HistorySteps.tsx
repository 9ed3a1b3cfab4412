/** The steps of this page, the newest first: a click takes back what came after one, or does again what leads to it. */

import { useSignals } from "@preact/signals-react/runtime";
import { t, type TextKey } from "../../base/texts/index.ts";
import { useViewer } from "../viewer-context.ts";
import classes from "./HistorySteps.module.css";

type StepText = Extract<TextKey, `lists.step${string}`>;

/** By the label of the edit. */
const names: Readonly<Record<string, StepText>> = {
  addTrack: "lists.stepAddTrack",
  deleteTracks: "lists.stepDeleteTracks",
  setShape: "lists.stepShape",
  moveDetection: "lists.stepMove",
  deleteShape: "lists.stepDeleteShape",
  pasteDetection: "lists.stepPaste",
  setAttribute: "lists.stepAttribute",
  setType: "lists.stepType",
  renameType: "lists.stepRenameType",
  deleteTypes: "lists.stepDeleteTypes",
  splitTrack: "lists.stepSplit",
  mergeTracks: "lists.stepMerge",
  linkTracks: "lists.stepLink",
  unlinkTrack: "lists.stepUnlink",
  createGroup: "lists.stepCreateGroup",
  deleteGroup: "lists.stepDeleteGroup",
  setGroupMembers: "lists.stepGroupMembers",
  setGroupType: "lists.stepGroupType",
  setReviewed: "lists.stepReviewed",
  toggleKeyframe: "lists.stepKeyframe",
  setInterpolate: "lists.stepInterpolation",
  setInterpolateAll: "lists.stepInterpolation",
  fixProblems: "lists.stepFixProblems",
  configuration: "lists.stepConfiguration",
  recovered: "lists.stepRecovered",
};

export function HistorySteps() {
  useSignals();
  const { editor, workspace } = useViewer();
  const entries = workspace.historyEntries.value;
  const done = entries.filter(({ isDone }) => isDone).length;
  const isOff = workspace.editRefusal.value !== undefined;
  if (entries.length === 0) return <p className={classes.empty}>{t("lists.historyEmpty")}</p>;

  /** `steps`: how many are done then. */
  function goTo(steps: number): void {
    for (let at = done; at > steps; at -= 1) editor.undo();
    for (let at = done; at < steps; at += 1) editor.redo();
  }

  const rows = [{ label: undefined, isDone: true }, ...entries];
  return (
    <ol className={classes.steps} reversed aria-label={t("lists.history")}>
      {rows
        .map(({ label, isDone }, index) => (
          <li key={index}>
            <button
              type="button"
              className={classes.step}
              data-undone={!isDone || undefined}
              aria-current={index === done ? "step" : undefined}
              disabled={isOff}
              onClick={() => goTo(index)}
            >
              {label === undefined ? t("lists.historyStart") : t(names[label] ?? "lists.stepOther")}
            </button>
          </li>
        ))
        .toReversed()}
    </ol>
  );
}
