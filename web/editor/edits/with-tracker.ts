/** Everything that needs the tracker, loaded together on first use. */
export { followTracks } from "./follow-tracks.ts";
export { goToBestKeyframe } from "./go-to-best-keyframe.ts";
