import type { TranslatedArea } from "../catalog.ts";
import type { followed as english } from "../en/followed.ts";

export const followed = {
  followed: { one: "Spur {id}: 1 Keyframe bis Frame {to}.", other: "Spur {id}: {count} Keyframes bis Frame {to}." },
  notFollowed: "Spur {id} wurde nicht weiter verfolgt.",
  followedSeveral: {
    one: "Spuren {ids}: 1 Keyframe bis Frame {to}.",
    other: "Spuren {ids}: {count} Keyframes bis Frame {to}.",
  },
  notFollowedSeveral: "Die Spuren {ids} wurden nicht weiter verfolgt.",
  followedInAll: { one: "1 Keyframe für {tracks} Spuren.", other: "{count} Keyframes für {tracks} Spuren." },
  left: {
    one: "1 ausgewählte Spur hat auf Frame {from} keine Box und wurde ausgelassen.",
    other: "{count} ausgewählte Spuren haben auf Frame {from} keine Box und wurden ausgelassen.",
  },
  endlost: "Dort ging das Objekt verloren. Korrigieren Sie die Box und machen Sie dann weiter.",
  endoutside: "Dort verlässt das Objekt das Bild.",
  endkeyframe: "Als Nächstes kommt ein gezeichneter Keyframe. Er bleibt, wie er ist.",
  endend: "Es gibt keine weiteren Frames.",
  endstopped: "Dort haben Sie angehalten.",
  endedited: "Sie haben die Spur inzwischen geändert.",
  endfailed: "Das Verfolgen brach ab: {message}",
  pointed: {
    one: "Auf 1 Frame war das Objekt nicht zu sehen; die Box ist dort, wo Sie hingezeigt haben.",
    other: "Auf {count} Frames war das Objekt nicht zu sehen; die Boxen sind dort, wo Sie hingezeigt haben.",
  },
  endreleased: "Dort haben Sie losgelassen.",
  goOn: "Weiter",
  goBack: "Zurück",
  goBackHint: "Nimmt die Keyframes dieses Verfolgens zurück, die Sie nicht geändert haben",
} as const satisfies TranslatedArea<typeof english>;
