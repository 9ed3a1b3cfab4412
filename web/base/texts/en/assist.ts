/** Assistants that look at pictures while a person draws. */
export const assist = {
  died: "The assistant stopped working twice. Reload the page to try again.",
  step: "Follow tracks",
  stepBack: "Take back what following wrote",
  stepAccept: "Accept a suggested box",
  learning: {
    one: "Learning from {count} box: {percent} %. Escape stops.",
    other: "Learning from {count} boxes: {percent} %. Escape stops.",
  },
  looking: "Looking for more on frame {frame}. Escape stops.",
  suggested:
    "Suggestion {at} of {all}: {type} {score}. {accept} accepts, {refuse} refuses, {next} goes to the next one, Escape ends.",
  stepSoft: "Soft edit",
  softDrag: {
    one: "Soft edit: fades over {count} frame on each side. The wheel changes that, Escape cancels.",
    other: "Soft edit: fades over {count} frames on each side. The wheel changes that, Escape cancels.",
  },
  softBoxes: "A soft edit takes boxes along. What you change here is changed on this frame only.",
  forwards: "Following track {id} forwards: frame {frame}. Escape stops.",
  backwards: "Following track {id} backwards: frame {frame}. Escape stops.",
  forwardsSeveral: "Following {running} of {all} tracks forwards: frame {frame}. Escape stops.",
  backwardsSeveral: "Following {running} of {all} tracks backwards: frame {frame}. Escape stops.",
  followed: {
    one: "Track {id}: 1 keyframe up to frame {to}.",
    other: "Track {id}: {count} keyframes up to frame {to}.",
  },
  notFollowed: "Track {id} was not followed any further.",
  followedSeveral: {
    one: "Tracks {ids}: 1 keyframe up to frame {to}.",
    other: "Tracks {ids}: {count} keyframes up to frame {to}.",
  },
  notFollowedSeveral: "Tracks {ids} were not followed any further.",
  followedInAll: {
    one: "1 keyframe for {tracks} tracks.",
    other: "{count} keyframes for {tracks} tracks.",
  },
  left: {
    one: "1 selected track has no box on frame {from} and was left out.",
    other: "{count} selected tracks have no box on frame {from} and were left out.",
  },
  endlost: "The object was lost there. Correct the box, then go on.",
  endoutside: "The object leaves the picture there.",
  endkeyframe: "A keyframe that someone drew comes next. It stays as it is.",
  endend: "There are no more frames.",
  endstopped: "You stopped it there.",
  endedited: "You changed the track meanwhile.",
  endfailed: "Following stopped: {message}",
  shown: "Enter accepts this outline. Click to add, Shift+click to take away, Escape cancels.",
  searching: "Looking where the object is between keyframes: frame {frame}. Escape stops.",
  goOn: "Go on",
  goBack: "Go back",
  goBackHint: "Takes back the keyframes of this following that you have not changed",
} as const;
