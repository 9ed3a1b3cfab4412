/** The current work of assistants. */
export const working = {
  learning: {
    one: "Learning from {count} box: {percent} %. Escape stops.",
    other: "Learning from {count} boxes: {percent} %. Escape stops.",
  },
  loadingModel: "Getting the model ready: {percent} %. Escape stops.",
  seeing: "{name} is looking at frame {frame}. Escape stops.",
  reading: "Reading text on frame {frame}: {percent} %. Escape stops.",
  looking: "Looking for more on frame {frame}. Escape stops.",
  suggested:
    "Suggestion {at} of {all}: {type} {score}. {accept} accepts, {refuse} rejects, {next} goes to the next one, Escape ends.",
  forwards: "Following track {id} forwards: frame {frame}. Escape stops.",
  backwards: "Following track {id} backwards: frame {frame}. Escape stops.",
  forwardsSeveral: "Following {running} of {all} tracks forwards: frame {frame}. Escape stops.",
  backwardsSeveral: "Following {running} of {all} tracks backwards: frame {frame}. Escape stops.",
  awaitingPress:
    "Press on a box, hold the button and stay on the object: the video plays until you release. Escape cancels.",
  held: "Stay on the object with the pointer. Release to end, Escape stops.",
  released: "Looking for the object where you pointed: frame {frame}. Escape stops.",
  searching: "Searching for the object between keyframes: frame {frame}. Escape stops.",
} as const;
