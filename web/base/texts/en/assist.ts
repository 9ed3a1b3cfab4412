/** Assistants that look at pictures while a person draws. */
export const assist = {
  died: "The assistant stopped working twice. Reload the page to try again.",
  step: "Follow tracks",
  stepBack: "Take back what following wrote",
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
  goOn: "Go on",
  goBack: "Go back",
  goBackHint: "Takes back the keyframes of this following that you have not changed",
} as const;
