/** Computes what a task lacks, shortly after the last edit. */
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { type MissingValue, missingValues } from "#core/queries/completeness";
import type { Task } from "#schemas/wire";
import { useViewer } from "../viewer-context.ts";

/** Beyond this many tracks the check is too slow to run during drawing. */
const maxChecked = 20_000;
/** Waits for a pause, since edits come in bursts. */
const restMs = 300;

/** `undefined`: not known yet; `"too many"`: not computed. */
export function useMissing(task: Task): readonly MissingValue[] | "too many" | undefined {
  useSignals();
  const { workspace } = useViewer();
  const [missing, setMissing] = useState<readonly MissingValue[] | "too many">();
  const version = workspace.tracksVersion.value;
  const document = workspace.active.value.document.value;
  const { attributes } = workspace.configuration.values.value;
  useEffect(() => {
    const rest = setTimeout(() => {
      if (task.attributes.length === 0) return setMissing([]);
      if (workspace.core.trackCount > maxChecked) return setMissing("too many");
      setMissing(missingValues(workspace.core, task, Object.values(attributes), task.assignee.login));
    }, restMs);
    return () => clearTimeout(rest);
    // The version and the document stand for the core's content.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [workspace, task, version, document, attributes]);
  return missing;
}
