/** Assistants that analyse pictures while the user draws. */
export const assist = {
  died: "The assistant stopped working twice. Reload the page to try again.",
  step: "Follow tracks",
  stepBack: "Undo following",
  stepAccept: "Accept a suggested box",
  learning: {
    one: "Learning from {count} box: {percent} %. Escape stops.",
    other: "Learning from {count} boxes: {percent} %. Escape stops.",
  },
  loadingModel: "Getting the model ready: {percent} %. Escape stops.",
  seeing: "{name} is looking at frame {frame}. Escape stops.",
  suggestWith: "Suggest boxes with {name}",
  looking: "Looking for more on frame {frame}. Escape stops.",
  suggested:
    "Suggestion {at} of {all}: {type} {score}. {accept} accepts, {refuse} rejects, {next} goes to the next one, Escape ends.",
  stepSoft: "Soft edit",
  softDrag: {
    one: "Soft edit: fades over {count} frame on each side. The wheel changes that, Escape cancels.",
    other: "Soft edit: fades over {count} frames on each side. The wheel changes that, Escape cancels.",
  },
  softBoxes: "A soft edit only applies to boxes. This change affects only this frame.",
  forwards: "Following track {id} forwards: frame {frame}. Escape stops.",
  backwards: "Following track {id} backwards: frame {frame}. Escape stops.",
  forwardsSeveral: "Following {running} of {all} tracks forwards: frame {frame}. Escape stops.",
  backwardsSeveral: "Following {running} of {all} tracks backwards: frame {frame}. Escape stops.",
  shown: "Enter accepts this outline. Click to add, Shift+click to remove, Escape cancels.",
  awaited: "Press on a box, hold the button and stay on the object: the video plays until you release. Escape cancels.",
  held: "Stay on the object with the pointer. Release to end, Escape stops.",
  heldBefore: "Looking for the object where you pointed: frame {frame}. Escape stops.",
  search: "Searching for the object between keyframes: frame {frame}. Escape stops.",
} as const;
