/** Assistants that look at pictures while a person draws. */
export const assist = {
  died: "The assistant stopped working twice. Reload the page to try again.",
  step: "Follow a track",
  forwards: "Following track {id} forwards: frame {frame}. Escape stops.",
  backwards: "Following track {id} backwards: frame {frame}. Escape stops.",
  followed: {
    one: "Track {id}: 1 keyframe up to frame {to}.",
    other: "Track {id}: {count} keyframes up to frame {to}.",
  },
  notFollowed: "Track {id} was not followed any further.",
  endlost: "The object was lost there. Correct the box, then go on.",
  endoutside: "The object leaves the picture there.",
  endkeyframe: "A keyframe that someone drew comes next. It stays as it is.",
  endend: "There are no more frames.",
  endstopped: "You stopped it there.",
  endedited: "You changed the track meanwhile.",
  endfailed: "Following stopped: {message}",
  shown: "Enter accepts this outline. Click to add, Shift+click to take away, Escape cancels.",
  goOn: "Go on",
} as const;
