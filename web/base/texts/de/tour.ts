import type { TranslatedArea } from "../catalog.ts";
import type { tour as english } from "../en/tour.ts";

export const tour = {
  title: "Rundgang",
  step: "{step} von {count}",
  play: "Das ist Ihre eigene Kopie, probieren Sie alles aus. Starten Sie das Video mit {keys} und halten Sie es damit wieder an.",
  select: "Klicken Sie auf eine Box, um sie auszuwählen. Links in der Liste wird ihre Spur hervorgehoben.",
  move: "Ziehen Sie die Box ein Stück. So entsteht hier ein Keyframe; die Boxen zwischen Keyframes folgen.",
  undo: "Machen Sie das mit {keys} rückgängig. Das geht mit jedem Schritt.",
  create: "Drücken Sie {keys} und ziehen Sie im Bild über ein Objekt. Damit beginnt eine neue Spur.",
  type: "Geben Sie der neuen Spur einen Typ: Wählen Sie ihn in ihrer Zeile ({keys}).",
  later:
    "Gehen Sie mit {keys} einige Frames weiter. Eine gestrichelte Box zeigt, wo das Objekt zuletzt war. Ziehen Sie sie dorthin, wo es jetzt ist.",
  save: "Speichern Sie mit {keys}. Jedes Speichern ist eine Revision, zu der Sie zurückkehren können.",
  palette: "Drücken Sie {keys} und tippen Sie, was Sie suchen. Alles, was Sie tun können, steht dort mit seiner Taste.",
  done: "Das war der Rundgang. Die Tasten finden Sie unter ?, das Handbuch unter dem Buch.",
  hintType: "{recent} gibt der neuen Spur den letzten Typ, {all} öffnet alle Typen.",
  hintGhost:
    "Die gestrichelte Box zeigt, wo die ausgewählte Spur zuletzt war. Ziehen Sie sie dorthin, wo das Objekt jetzt ist, oder beenden Sie die Spur mit {end}.",
  cvatKey: "Kommen Sie von CVAT? Dessen Taste {key} ist hier {own}: {name}.",
  cvatNone: "Kommen Sie von CVAT? {key} tut hier etwas anderes.",
  cvatUsed: "Die Tasten von CVAT gelten jetzt. {sheet} zeigt alle Tasten; dort lassen sie sich auch zurücksetzen.",
  dismiss: "Diesen Hinweis nicht mehr zeigen",
  skip: "Schritt überspringen",
  end: "Rundgang beenden (Esc)",
  close: "Schließen",
  toData: "Zu Ihren Daten",
} as const satisfies TranslatedArea<typeof english>;
