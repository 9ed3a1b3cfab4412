/** People who have the dataset open too: their code is loaded when the person saves as they go. */
import { useSignals } from "@preact/signals-react/runtime";
import { withTexts } from "../../base/texts/index.ts";
import type { Camera } from "../../session/cameras/camera.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { useViewer } from "../viewer-context.ts";

const PresenceList = lazyPart(async () => (await withTexts("team", import("./PresenceList.tsx"))).default);
const PeopleMarks = lazyPart(async () => (await import("./PeopleMarks.tsx")).default);

/** @param camera of the picture that marks are drawn on; absent: a list */
export function People({ camera }: { readonly camera?: Camera }) {
  useSignals();
  const presence = useViewer().presence.value;
  if (presence === undefined) return null;
  return camera === undefined ? (
    <PresenceList presence={presence} />
  ) : (
    <PeopleMarks presence={presence} camera={camera} />
  );
}
