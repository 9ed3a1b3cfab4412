/** The tour, where it is being taken on the open dataset. Loaded with the first one. */
import { useSignals } from "@preact/signals-react/runtime";
import { withTexts } from "../../base/texts/index.ts";
import { tour } from "../../features/tour/tour-state.ts";
import { latePart } from "../../ui/late-part.tsx";
import { useViewer } from "../viewer-context.ts";

const TourStrip = latePart(() => withTexts("tour", import("./TourStrip.tsx")));

export function Tour() {
  useSignals();
  const { workspace } = useViewer();
  return tour.value?.datasetId === workspace.dataset.id ? <TourStrip /> : null;
}
