/** The timelines of the viewer. */
export const timeline = {
  events: "Events",
  eventsLabel: "A bar for each track, from its first to its last frame. Click a bar to select its track.",
  eventReadout: "track {name} · {type} · frames {begin} – {end}",
  groups: "Groups",
  groupsLabel: "A row for each group, with the frames of its members. Click to go to a frame.",
  groupReadout: { one: "group {id} · {type} · {count} track", other: "group {id} · {type} · {count} tracks" },
  attributes: "Attributes",
  attributesLabel: "Values of the attributes of the selected track. Click to go to a frame.",
  attributesSelect: "Select a track to see its attributes over time.",
  attributesNone: "The detections of this track have no values of the chosen attributes.",
  attributesEnabled: "Timeline of attributes",
  attributesUndefined: "No attributes of detections are defined.",
  attributeReadout: "frame {frame} · {name}: {value}",
  countTracks: "Count tracks instead of detections",
  countTotal: "Total over all types",
  trackCount: { one: "frame {frame} · {count} track", other: "frame {frame} · {count} tracks" },
} as const;
