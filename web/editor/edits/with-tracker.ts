/** What is done with the tracker, loaded in one when it is first wanted. */
export { followTracks } from "./follow-tracks.ts";
export { goToBestKeyframe } from "./go-to-best-keyframe.ts";
