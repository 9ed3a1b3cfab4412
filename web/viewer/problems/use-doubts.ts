/** Runs the rules one after the other in the page's idle moments, anew a moment after the last edit. */

import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { doubtRules, type AttributeLimits, type DoubtFacts, type Doubts } from "#core/types";
import type { AttributeDefinition } from "#schemas";
import { useViewer, type OpenViewer } from "../viewer-context.ts";

export interface FoundDoubts {
  /** Of the rules that are broken, in their order. While it is running, of the run before. */
  readonly found: readonly Doubts[];
  readonly facts: DoubtFacts;
  readonly isRunning: boolean;
  /** Some run has ended. */
  readonly isDone: boolean;
  readonly error: Error | undefined;
}

/** After an edit the next one is near. */
const restMs = 300;

export function useDoubts(): FoundDoubts {
  useSignals();
  const viewer = useViewer();
  const { workspace } = viewer;
  const version = workspace.tracksVersion.value;
  const values = workspace.configuration.values.value;
  const document = workspace.active.value.document.value;
  const { lockTypes } = workspace.settings.settings.value.typeSettings;
  const [state, setState] = useState<Omit<FoundDoubts, "facts" | "isRunning"> & { readonly of?: unknown }>({
    found: [],
    isDone: false,
    error: undefined,
  });
  const facts = factsOf(viewer, lockTypes);
  // What the result is of; a new run begins when it changes.
  const key = JSON.stringify([version, document.revision, document.address, facts]);
  useEffect(() => {
    const found: Doubts[] = [];
    let next = 0;
    let idle = 0;
    const step = (): void => {
      const rule = doubtRules[next];
      next += 1;
      if (rule === undefined) return setState({ found, isDone: true, error: undefined, of: key });
      try {
        const doubts = viewer.workspace.core.listDoubts(rule, facts);
        if (doubts.count > 0) found.push(doubts);
      } catch (error) {
        return setState((before) => ({ ...before, error: error instanceof Error ? error : new Error(String(error)) }));
      }
      idle = whenIdle(step);
    };
    const rest = setTimeout(() => (idle = whenIdle(step)), restMs);
    return () => {
      clearTimeout(rest);
      cancelIdle(idle);
    };
    // The facts are in the key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [viewer, key, values.attributes]);
  return { ...state, facts, isRunning: state.of !== key && state.error === undefined };
}

function factsOf({ workspace, playback }: OpenViewer, lockTypes: boolean): DoubtFacts {
  const { attributes, customTypeStyling } = workspace.configuration.values.peek();
  const source = workspace.active.peek().source.peek();
  return {
    frameCount: playback.maxFrame + 1,
    ...(source !== undefined && { pictureSize: { width: source.width, height: source.height } }),
    // Only a locked list says which types there may be.
    ...(lockTypes && { types: Object.keys(customTypeStyling) }),
    attributes: Object.values(attributes).flatMap(limitsOf),
  };
}

function limitsOf({ name, belongs, values = [], editor }: AttributeDefinition): AttributeLimits[] {
  if (editor?.type === "locked" && values.length > 0) return [{ name, belongs, values }];
  if (editor?.type === "slider" && editor.range?.length === 2)
    return [{ name, belongs, range: editor.range as [number, number] }];
  return [];
}

function whenIdle(work: () => void): number {
  // Safari has none.
  return typeof requestIdleCallback === "function"
    ? requestIdleCallback(work, { timeout: 500 })
    : window.setTimeout(work, 20);
}

function cancelIdle(handle: number): void {
  if (typeof cancelIdleCallback === "function") cancelIdleCallback(handle);
  else clearTimeout(handle);
}
