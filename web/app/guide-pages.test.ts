import { expect, test } from "vitest";
import { en } from "../base/texts/en/index.ts";
import { commands } from "../commands/registry.ts";
import { guidePageNames } from "../ui/page/GuideAnchor.tsx";
import { guidePages, guideImageUrl, guideTarget, headingId } from "./guide-pages.ts";

const link = /(!?)\[[^\]]*\]\(([^)\s]+)(?: "([^"]*)")?\)/g;

test("every link and picture of the user guide leads somewhere", () => {
  const seen = { page: 0, web: 0, picture: 0 };
  for (const { name, text } of guidePages()) {
    for (const [whole, isPicture, href = "", title] of text.matchAll(link)) {
      const where = `${name}: ${whole}`;
      if (isPicture === "!") {
        expect(guideImageUrl(href), where).toBeTruthy();
        seen.picture++;
        continue;
      }
      const target = guideTarget(href, title);
      expect(target, where).toBeDefined();
      if (title !== undefined) expect(Object.keys(commands), where).toContain(title);
      if (target?.kind === "page") {
        const [path, heading] = target.path.split("#");
        const page = guidePages().find((other) =>
          path === "" ? other.name === name : path === `/user-guide/${other.name}`,
        );
        expect(page, where).toBeDefined();
        if (heading !== undefined) {
          const headings = [...(page?.text ?? "").matchAll(/^## (.*)$/gm)].map(([, one = ""]) => headingId(one));
          expect(headings, where).toContain(heading);
        }
      }
      if (target !== undefined) seen[target.kind]++;
    }
  }
  expect(seen.page).toBeGreaterThan(20);
  expect(seen.picture).toBeGreaterThan(1);
});

test("what the guide calls buttons and fields by name is called so in the app", () => {
  const said = JSON.stringify(en).toLowerCase();
  const names = guidePages().flatMap(({ name, text }) =>
    [...text.matchAll(/(?<![*\w])\*([^*\n]+)\*(?!\*)/g)].map(([, wording = ""]) => ({ name, wording })),
  );
  expect(names.length).toBeGreaterThan(15);
  const unknown = names.filter(({ wording }) => !said.includes(wording.toLowerCase()));
  expect(unknown).toEqual([]);
});

test("a link to a file that is not part of the guide leads nowhere", () => {
  expect(guideTarget("../cli.md")).toBeUndefined();
  expect(guideTarget("no-such-page.md")).toBeUndefined();
});

test("every page has a title, and empty places lead to pages that are there", () => {
  for (const page of guidePages()) expect(page.title, page.name).not.toBe("");
  expect(guidePages().map(({ name }) => name)).toEqual(expect.arrayContaining([...guidePageNames]));
});
