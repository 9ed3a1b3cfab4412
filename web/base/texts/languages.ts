/** The languages of the product. A new language needs a folder like `de/` and an entry here. */
import { start } from "./en/start.part.ts";
import type { Parts } from "./parts.ts";

interface Language {
  /** Its name in the language itself. */
  readonly name: string;
  readonly load: { readonly [Part in keyof Parts]: () => Promise<Parts[Part]> };
}

const english: Language["load"] = {
  start: async () => start,
  pages: async () => (await import("./en/pages.part.ts")).pages,
  commands: async () => (await import("./en/commands.part.ts")).commandsPart,
  account: async () => (await import("./en/account.part.ts")).accountPart,
  multicam: async () => (await import("./en/multicam.part.ts")).multicamPart,
  admin: async () => (await import("./en/admin.part.ts")).adminPart,
  assistants: async () => (await import("./en/assistants.part.ts")).assistantsPart,
  pipes: async () => (await import("./en/pipes.part.ts")).pipesPart,
  render: async () => (await import("./en/render.part.ts")).renderPart,
  review: async () => (await import("./en/review.part.ts")).reviewPart,
  scoring: async () => (await import("./en/scoring.part.ts")).scoringPart,
  storage: async () => (await import("./en/storage.part.ts")).storagePart,
  summary: async () => (await import("./en/summary.part.ts")).summaryPart,
  tasks: async () => (await import("./en/tasks.part.ts")).tasksPart,
  team: async () => (await import("./en/team.part.ts")).teamPart,
  tour: async () => (await import("./en/tour.part.ts")).tourPart,
  upload: async () => (await import("./en/upload.part.ts")).uploadPart,
  viewer: async () => (await import("./en/viewer.part.ts")).viewerPart,
  webhooks: async () => (await import("./en/webhooks.part.ts")).webhooksPart,
};

/** The English texts, marked as coming from the catalog. */
const marked = Object.fromEntries(
  Object.entries(english).map(([part, load]) => [
    part,
    async () => (await import("./pseudo.ts")).markTexts<object>(await load()),
  ]),
) as unknown as Language["load"];

export const languages = {
  en: { name: "English", load: english },
  de: {
    name: "Deutsch",
    load: {
      start: async () => (await import("./de/start.part.ts")).start,
      pages: async () => (await import("./de/pages.part.ts")).pages,
      commands: async () => (await import("./de/commands.part.ts")).commandsPart,
      account: async () => (await import("./de/account.part.ts")).accountPart,
      multicam: async () => (await import("./de/multicam.part.ts")).multicamPart,
      admin: async () => (await import("./de/admin.part.ts")).adminPart,
      assistants: async () => (await import("./de/assistants.part.ts")).assistantsPart,
      pipes: async () => (await import("./de/pipes.part.ts")).pipesPart,
      render: async () => (await import("./de/render.part.ts")).renderPart,
      review: async () => (await import("./de/review.part.ts")).reviewPart,
      scoring: async () => (await import("./de/scoring.part.ts")).scoringPart,
      storage: async () => (await import("./de/storage.part.ts")).storagePart,
      summary: async () => (await import("./de/summary.part.ts")).summaryPart,
      tasks: async () => (await import("./de/tasks.part.ts")).tasksPart,
      team: async () => (await import("./de/team.part.ts")).teamPart,
      tour: async () => (await import("./de/tour.part.ts")).tourPart,
      upload: async () => (await import("./de/upload.part.ts")).uploadPart,
      viewer: async () => (await import("./de/viewer.part.ts")).viewerPart,
      webhooks: async () => (await import("./de/webhooks.part.ts")).webhooksPart,
    },
  },
  // Never offered: reveals texts that are missing from the catalog.
  "en-XA": { name: "Pseudo", load: marked },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof languages;

/** The languages that users can choose. */
export const offeredLanguages = (Object.keys(languages) as LanguageCode[]).filter((code) => code !== "en-XA");

/** The first of the user's languages that is offered, ignoring the region; English if none is. */
export function bestLanguage(wanted: readonly string[]): LanguageCode {
  for (const code of wanted) {
    const primary = code.toLowerCase().split("-")[0];
    const offered = offeredLanguages.find((one) => one === primary);
    if (offered !== undefined) return offered;
  }
  return "en";
}
