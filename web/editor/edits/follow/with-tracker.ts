/** Everything that needs the tracker, loaded together on first use. */
export { followTracks } from "./follow-tracks.ts";
export { holdPointer } from "./hold-pointer.ts";
export { goToBestKeyframe } from "../assist/go-to-best-keyframe.ts";
