import type { TranslatedArea } from "../catalog.ts";
import type { sessions as english } from "../en/sessions.ts";

export const sessions = {
  title: "Sitzungen",
  text: "Hier sind Sie angemeldet. Beenden Sie, was Sie nicht kennen, und ändern Sie dann Ihr Passwort.",
  list: "Sitzungen",
  device: "Gerät",
  from: "IP-Adresse",
  began: "Angemeldet",
  lastUse: "Zuletzt verwendet",
  current: "Diese Sitzung",
  unknown: "Unbekanntes Programm",
  script: "Skript mit dem Schlüssel „{name}“",
  on: "{program} auf {system}",
  never: "Nie",
  now: "Jetzt",
  end: "Beenden",
  endOf: "Sitzung {device} beenden",
  ended: "Die Sitzung wurde beendet",
  endOthers: "Alle anderen beenden",
  endOthersTitle: "Alle anderen Sitzungen beenden",
  endOthersQuestion: "Überall sonst abmelden? Skripte mit Schlüsseln müssen sich neu anmelden.",
  endedOthers: "Alle anderen Sitzungen wurden beendet",
  commandLine: "Kommandozeile",
} as const satisfies TranslatedArea<typeof english>;
