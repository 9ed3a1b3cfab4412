/** Plants what the check of citations must find. */
import { expect, test } from "vitest";
import { checkCitations } from "./check-citations.ts";

const sources = [
  { path: "docs/requirements/requirements.tsv", text: "id\tarea\trequirement\nV-PLAY-01\tplay\tIt plays.\n" },
  { path: "docs/requirements/readings.md", text: "# Readings\n\n**Q7. Statistics call.** ...\n" },
  { path: "docs/reference/api-v1.md", text: "# Wire\n\n## 14. dive_dataset\n\n### 14.3 Media\n" },
];

function found(path: string, text: string): readonly string[] {
  const texts = [...sources, { path, text }];
  const paths = [...texts.map((file) => file.path), "web/media/frame-table.ts"];
  return checkCitations(paths, texts).problems;
}

test("finds requirements, readings and sections that do not exist", () => {
  expect(found("a.ts", 'test("[V-PLAY-01] ...")\ntest("[V-PLAY-99] ...")')).toEqual([
    expect.stringMatching(/^a\.ts:2: there is no requirement V-PLAY-99/),
  ]);
  expect(found("a.md", "Q7 and Q99")).toEqual([expect.stringMatching(/^a\.md:1: there is no reading Q99/)]);
  expect(found("a.ts", "/** api-v1 14.3, api-v1 section 14, api-v1 14.9 */")).toEqual([
    expect.stringMatching(/^a\.ts:1: .* no section 14\.9/),
  ]);
});

test("finds back-quoted paths that are not in the repository, and lets those pass that are", () => {
  expect(found("a.md", "`web/media/frame-table.ts` `web/media/` `media/frame-table` `frame-table.ts`")).toEqual([]);
  for (const path of ["web/media/gone.ts", "web/gone", "gone.ts"])
    expect(found("a.md", `\`${path}\``)).toEqual([`a.md:1: \`${path}\` is not in the repository.`]);
  expect(found("a.md", "`text/html` `web/{id}` `dist/web`")).toEqual([]);
  expect(found("a.md", "`web/media/frame-*.ts` `web/{media,gone}` `web/gone-*.ts`")).toEqual([
    "a.md:1: `web/gone-*.ts` finds nothing in the repository.",
  ]);
});

test("finds anchors without a heading", () => {
  expect(found("a.md", "# What it is\n[a](#what-it-is) [b](docs/reference/api-v1.md#143-media)")).toEqual([]);
  expect(found("a.md", "[a](#gone) [b](docs/reference/api-v1.md#gone)")).toEqual([
    "a.md:1: a.md has no heading #gone.",
    "a.md:1: docs/reference/api-v1.md has no heading #gone.",
  ]);
});

test("says how much it looked at", () => {
  expect(checkCitations([], sources).looked).toBe("2 citations");
});
