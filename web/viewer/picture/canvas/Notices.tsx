/**
 * Notices about the open dataset, on top of the picture: a notice that moved the picture would shift it under a box
 * being drawn. During drawing and editing, notices fade and let the pointer through.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { isDrawing } from "../../../editor/modes/drawing-mode.ts";
import { JobNotice } from "../../right/jobs/JobNotice.tsx";
import { RunningJob } from "../../right/jobs/RunningJob.tsx";
import { OthersNotice } from "../../saving/RemoteSavesNotice.tsx";
import { People } from "../../presence/People.tsx";
import { MissingSetNotice } from "../../right/sets/MissingSetNotice.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Notices.module.css";

export function Notices() {
  useSignals();
  const { editor } = useViewer();
  return (
    <div className={classes.notices} data-steps-back={isDrawing(editor.mode.value) || undefined}>
      <RunningJob />
      <JobNotice />
      <MissingSetNotice />
      <OthersNotice />
      <People />
    </div>
  );
}
