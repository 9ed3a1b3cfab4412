/**
 * The viewer page: opens the dataset in the address and shows it, or the loading progress, or why it cannot be opened.
 */

import "../commands/registry.ts";
import "../ui/commands/viewer-icons.ts";
import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { defaultSetName } from "../base/annotation-set.ts";
import { hideUploadToast } from "../ui/page/upload-toast.ts";
import { LoadFailed, LoadingViewer } from "./open/LoadingViewer.tsx";
import { useShownDocument } from "./open/use-shown-document.ts";
import type { ViewerAddress } from "./open/viewer-address.ts";
import { useOpenViewer } from "./open/use-open-viewer.ts";
import { ViewerContext } from "./viewer-context.ts";
import { ViewerLayout } from "./ViewerLayout.tsx";

export default function ViewerPage() {
  const address = useViewerAddress();
  const { datasetId, comparedSet } = address;
  useEffect(() => hideUploadToast(datasetId), [datasetId]);
  const [attempt, setAttempt] = useState(0);
  // Another set or revision of the same dataset is shown in the open viewer.
  const key = JSON.stringify([datasetId, comparedSet, attempt]);
  return <DatasetViewer key={key} address={address} onReopen={() => setAttempt(attempt + 1)} />;
}

interface DatasetViewerProps {
  readonly address: ViewerAddress;
  /** Starts over with a new viewer. */
  onReopen(): void;
}

function DatasetViewer({ address, onReopen }: DatasetViewerProps) {
  const [opened] = useState(address);
  const state = useOpenViewer(opened);
  useShownDocument(state, opened, address, onReopen);
  switch (state.kind) {
    case "loading":
      return <LoadingViewer share={state.share} />;
    case "failed":
      return <LoadFailed datasetId={address.datasetId} error={state.error} onRetry={onReopen} />;
    case "open":
      return (
        <ViewerContext value={state.viewer}>
          <ViewerLayout onDiscard={onReopen} />
        </ViewerContext>
      );
  }
}

/** `/viewer/:id[/set/:set][/revision/:revision]?comparisonSets=...&camera=...&frame=...&track=...&comment=...` */
function useViewerAddress(): ViewerAddress {
  const { id = "", set, revision } = useParams();
  const [query] = useSearchParams();
  return {
    datasetId: id,
    // The client calls the unnamed set "default".
    setName: set === undefined || set === defaultSetName ? undefined : set,
    revision: parseInteger(revision),
    // The address may name several; only the first is compared.
    comparedSet: query.getAll("comparisonSets")[0],
    camera: query.get("camera") ?? undefined,
    frame: parseInteger(query.get("frame") ?? undefined),
    track: parseInteger(query.get("track") ?? undefined),
    comment: query.get("comment") ?? undefined,
    readOnly: undefined,
  };
}

/** Undefined when the text is not an integer. */
function parseInteger(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number.parseInt(text, 10);
  return Number.isNaN(number) ? undefined : number;
}
