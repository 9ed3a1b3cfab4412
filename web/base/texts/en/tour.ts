/** The tour through the annotator on a copy of the sample. */
export const tour = {
  title: "Tour",
  step: "{step} of {count}",
  play: "This is your own copy, so try anything. Press {keys} to play the video, and again to stop.",
  select: "Click a box to select it. Its track is highlighted in the list on the left.",
  move: "Drag the box a little. That makes a keyframe here; the boxes between keyframes follow.",
  undo: "Press {keys} to undo that. Every step can be undone.",
  create: "Press {keys}, then drag over an object in the picture. That starts a new track.",
  type: "Give the new track a type: choose one in its row ({keys}).",
  later:
    "Press {keys} to go forward a few frames. A dashed box shows where the object was last. Drag it to where the object is now.",
  save: "Press {keys} to save. Each save is a revision that you can go back to.",
  palette: "Press {keys} and type what you are looking for. The palette finds every command and shows its key.",
  done: "That was the tour. Press ? to see all keys; the book icon opens the user guide.",
  hintType: "{recent} gives the new track the most recent type. {all} opens all types.",
  hintGhost:
    "The dashed box is where the selected track was last. Drag it to where the object is now, or end the track with {end}.",
  cvatKey: "Are you used to CVAT? Its key {key} is {own} here: {name}.",
  cvatNone: "Are you used to CVAT? {key} does something else here.",
  cvatUsed: "CVAT's keys now work here. Press {sheet} to see all keys, and to change them back.",
  dismiss: "Do not show this hint again",
  skip: "Skip step",
  end: "End tour (Esc)",
  close: "Close",
  toData: "Back to your data",
} as const;
