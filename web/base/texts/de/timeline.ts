import type { TranslatedArea } from "../catalogue.ts";
import type { timeline as english } from "../en/timeline.ts";

export const timeline = {
  events: "Ereignisse",
  eventsLabel:
    "Ein Balken für jede Spur, vom ersten bis zum letzten Frame. Einen Balken anklicken, um die Spur auszuwählen.",
  eventReadout: "Spur {name} · {type} · Frames {begin} – {end}",
  groups: "Gruppen",
  groupsLabel: "Eine Zeile für jede Gruppe mit den Frames ihrer Mitglieder. Klicken, um zu einem Frame zu gehen.",
  groupReadout: { one: "Gruppe {id} · {type} · {count} Spur", other: "Gruppe {id} · {type} · {count} Spuren" },
  attributes: "Attribute",
  attributesLabel: "Werte der Attribute der ausgewählten Spur. Klicken, um zu einem Frame zu gehen.",
  attributesSelect: "Wählen Sie eine Spur aus, um ihre Attribute im Zeitverlauf zu sehen.",
  attributesNone: "Die Detektionen dieser Spur haben keine Werte der gewählten Attribute.",
  attributesEnabled: "Zeitleiste der Attribute",
  attributesUndefined: "Es sind keine Attribute von Detektionen definiert.",
  attributeReadout: "Frame {frame} · {name}: {value}",
  countTracks: "Spuren statt Detektionen zählen",
  countTotal: "Summe über alle Typen",
  cameraFrame: "{name}: Frame {frame}, {count}",
  cameraNone: "{name}: dann kein Bild",
  trackCount: { one: "Frame {frame} · {count} Spur", other: "Frame {frame} · {count} Spuren" },
} as const satisfies TranslatedArea<typeof english>;
