import type { TranslatedArea } from "../catalog.ts";
import type { access as english } from "../en/access.ts";

export const access = {
  titleOf: "Zugriffsrechte für {name}",
  menu: "Zugriffsrechte",
  public: "Öffentlich",
  publicHint: "Alle können es sehen, auch ohne Konto",
  list: "Wer Zugriff hat",
  adminsOnly: "Nur die Administration dieser Website",
  group: "Gruppe",
  levelOf: "Zugriff von {name}",
  "level.0": "Kann lesen",
  "level.1": "Kann bearbeiten",
  "level.2": "Besitzt es",
  remove: "{name} den Zugriff entziehen",
  add: "Person oder Gruppe hinzufügen",
  addHint: "Anfang des Anmeldenamens oder Namens eingeben",
  nothing: "Keine passenden Personen oder Gruppen",
  recurse: "Auch für alles darin",
  saved: "Die Zugriffsrechte für {name} wurden geändert",
  notYours:
    "Nur wer es besitzt, kann Zugriffsrechte sehen und ändern. Sie sehen es, weil es öffentlich ist oder Ihnen jemand Zugriff gegeben hat.",
} as const satisfies TranslatedArea<typeof english>;
