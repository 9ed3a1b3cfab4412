import type { TranslatedArea } from "../catalog.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  ok: "OK",
  cancel: "Abbrechen",
  close: "Schließen",
  save: "Speichern",
  delete: "Löschen",
  loading: "Wird geladen",
  retry: "Erneut versuchen",
  language: "Sprache",
  othersKeepSaving: "Andere speichern ständig dieselben Spuren. Versuchen Sie es gleich noch einmal.",
  showPassword: "Passwort zeigen oder verbergen",
} as const satisfies TranslatedArea<typeof english>;
