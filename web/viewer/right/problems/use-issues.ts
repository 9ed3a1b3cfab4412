/** The problems found by the rules: computed in a worker, and again shortly after the last edit. */

import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { issueFactsOf } from "#core/queries/issue-facts";
import { definedTypes } from "#core/type-colors";
import type { IssueFacts, IssueGroup } from "#core/types";
import { useViewer } from "../../viewer-context.ts";
import { IssuesChecker } from "./issues-checker.ts";
import { usePictureSizes } from "./picture-sizes.ts";

export interface FoundIssues {
  /** The violated rules, in order. While a check is running, those of the previous one. */
  readonly found: readonly IssueGroup[];
  readonly facts: IssueFacts;
  readonly isRunning: boolean;
  /** At least one check has finished. */
  readonly isDone: boolean;
  readonly error: Error | undefined;
  /** Retries after an error. */
  again(): void;
}

/** Waits for a pause, since edits come in bursts. */
const restMs = 300;

export function useIssues(): FoundIssues {
  useSignals();
  const viewer = useViewer();
  const { workspace } = viewer;
  const version = workspace.tracksVersion.value;
  const values = workspace.configuration.values.value;
  const document = workspace.active.value.document.value;
  const { lockTypes } = workspace.settings.settings.value.typeSettings;
  const [state, setState] = useState<Omit<FoundIssues, "facts" | "isRunning" | "again"> & { readonly of?: unknown }>({
    found: [],
    isDone: false,
    error: undefined,
  });
  const [checker] = useState(() => new IssuesChecker());
  useEffect(() => () => checker.stop(), [checker]);
  useEffect(() => () => viewer.editor.problems.forget(), [viewer]);
  const [attempt, setAttempt] = useState(0);
  const sizes = usePictureSizes(workspace.active.value);
  const facts = issueFactsOf({
    // Of the active camera: the time of several cameras may have more moments.
    frameCount: viewer.editor.player.maxFrame + 1,
    sizes,
    // Only a locked list restricts the allowed types.
    types: lockTypes ? definedTypes(values.customTypeStyling) : [],
    attributes: Object.values(values.attributes),
  });
  // Identifies the inputs of the result; a change starts a new run. Sizes by frame only come once.
  const { pictureSizes, ...others } = facts;
  const key = JSON.stringify([version, document.revision, document.address, others, pictureSizes?.length, attempt]);
  useEffect(() => {
    const rest = setTimeout(() => {
      checker.check({
        document,
        facts,
        then(reply) {
          if (reply.kind === "found") {
            viewer.editor.problems.take(reply.found);
            setState({ found: reply.found, isDone: true, error: undefined, of: key });
          } else {
            setState((before) => ({ ...before, error: new Error(reply.message) }));
          }
        },
      });
    }, restMs);
    return () => clearTimeout(rest);
    // The facts are part of the key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [viewer, key, values.attributes]);
  return { ...state, facts, isRunning: state.of !== key && state.error === undefined, again };

  function again(): void {
    setState((before) => ({ ...before, error: undefined }));
    setAttempt(attempt + 1);
  }
}
