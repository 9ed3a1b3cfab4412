/**
 * Notices about the open dataset, on top of the picture: a notice that moved the picture would shift it under a box
 * being drawn. During drawing and editing, notices fade and let the pointer through.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import { isDrawing } from "../../../editor/modes/drawing-mode.ts";
import { JobNotice } from "../../right/jobs/JobNotice.tsx";
import { RunningJob } from "../../right/jobs/RunningJob.tsx";
import { OthersNotice } from "../../saving/RemoteSavesNotice.tsx";
import { People } from "../../presence/People.tsx";
import { MissingSetNotice } from "../../right/sets/MissingSetNotice.tsx";
import { useViewer } from "../../viewer-context.ts";
import { noticesArea } from "./covered-areas.ts";
import classes from "./Notices.module.css";

export function Notices() {
  useSignals();
  const { editor } = useViewer();
  const notices = useRef<HTMLDivElement>(null);
  // Labels keep off them.
  useEffect(() => {
    const { current } = notices;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => (noticesArea.value = current.getBoundingClientRect()));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={notices} className={classes.notices} data-steps-back={isDrawing(editor.mode.value) || undefined}>
      <RunningJob />
      <JobNotice />
      <MissingSetNotice />
      <OthersNotice />
      <People />
    </div>
  );
}
