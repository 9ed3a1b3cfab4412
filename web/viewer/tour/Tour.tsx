/** Shows the tour if it runs on the open dataset. Its code is loaded with the first one. */
import { useSignals } from "@preact/signals-react/runtime";
import { withTexts } from "../../base/texts/index.ts";
import { tour } from "../../features/tour/tour-state.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { useViewer } from "../viewer-context.ts";

const TourStrip = lazyPart(async () => (await withTexts("tour", import("./TourStrip.tsx"))).default);

export function Tour() {
  useSignals();
  const { workspace } = useViewer();
  return tour.value?.datasetId === workspace.dataset.id ? <TourStrip /> : null;
}
