/** Results of following tracks, and why it stopped. */
export const followed = {
  followed: {
    one: "Track {id}: 1 keyframe up to frame {to}.",
    other: "Track {id}: {count} keyframes up to frame {to}.",
  },
  notFollowed: "Track {id} was not followed further.",
  followedSeveral: {
    one: "Tracks {ids}: 1 keyframe up to frame {to}.",
    other: "Tracks {ids}: {count} keyframes up to frame {to}.",
  },
  notFollowedSeveral: "Tracks {ids} were not followed further.",
  followedInAll: {
    one: "1 keyframe for {tracks} tracks.",
    other: "{count} keyframes for {tracks} tracks.",
  },
  left: {
    one: "1 selected track has no box on frame {from} and was left out.",
    other: "{count} selected tracks have no box on frame {from} and were left out.",
  },
  endlost: "The object was lost there. Correct the box, then continue.",
  endoutside: "The object leaves the picture there.",
  endkeyframe: "The next keyframe was drawn by a person and is kept.",
  endend: "There are no more frames.",
  endstopped: "You stopped it there.",
  endedited: "You changed the track meanwhile.",
  endfailed: "Following stopped: {message}",
  pointed: {
    one: "On 1 frame the object could not be seen; the box there is where you pointed.",
    other: "On {count} frames the object could not be seen; the boxes there are where you pointed.",
  },
  endreleased: "You released the button there.",
  goOn: "Go on",
  goBack: "Go back",
  goBackHint: "Removes the keyframes that following created, except those you have changed",
} as const;
