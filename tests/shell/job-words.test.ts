/** Every title that the server gives to a job is in the language of the page. */
import { afterAll, expect, test } from "vitest";
import { jobKinds } from "../../server/services/jobs/job-kinds.ts";
import type { JobDefinition } from "../../server/services/jobs/job-definition.ts";
import { setLanguage } from "../../web/base/texts/index.ts";
import { jobWords } from "../../web/features/jobs/job-words.ts";
import { revisionWords } from "../../web/viewer/right/revisions/revision-words.ts";
import { runDescription } from "../../server/domain/run-description.ts";

afterAll(() => setLanguage("en"));

/** Each kind with each title that it has. */
const titles = (jobKinds as readonly unknown[] as readonly JobDefinition[]).flatMap(({ kind, title }) =>
  [false, true].map((isOther): [string, string] => {
    const task = { name: "reef", title: "reef", location: "s3", dryRun: isOther, isAddon: isOther };
    return [kind, title(task, { folder: "north pier", item: "a.zip" })];
  }),
);

test.each(titles)(
  "the title of a job %s is the same in English, and no English in German: %s",
  async (_kind, title) => {
    await setLanguage("en");
    expect(jobWords(title)).toBe(title);
    await setLanguage("de");
    expect(jobWords(title)).not.toBe(title);
    expect(jobWords(title)).not.toMatch(/ing |Upgrade|Batch|\{/);
  },
);

test("what a running or waiting job says is translated, and what is not known stays as it is", async () => {
  await setLanguage("de");
  expect(jobWords("Looking at a.mp4")).toBe("a.mp4 wird angesehen");
  expect(jobWords("Waiting for 1 job ahead in pipelines.")).toBe("Wartet: 1 Job ist in pipelines vorher dran.");
  expect(jobWords("Waits for a worker of the queue convert: none is connected.")).toContain("Zurzeit ist keiner");
  expect(jobWords("Reef 7")).toBe("Reef 7");
});

test("what a revision was made by is said in the language of the page; in English, and what is not known, stays as it is", async () => {
  const run = (add: boolean, replaced: number, found = 3) =>
    runDescription("motion", { found, replaced, add, frames: undefined, kept: 0 });
  const onFrames = { add: false, frames: { first: 1, last: 2 } };
  const said = [
    "save",
    "Rollback to revision 4",
    "Import COCO from a.json",
    run(true, 0),
    run(false, 2),
    run(false, 0),
    "Import COCO from a from b.json",
    run(true, 0, 1),
    runDescription("motion", { ...onFrames, found: 1, replaced: 2, kept: 1 }),
    runDescription("motion", { ...onFrames, found: 1, replaced: 0, kept: 0 }),
  ];
  await setLanguage("en");
  expect(said.map(revisionWords)).toEqual(said);
  await setLanguage("de");
  expect([...said, "Something else"].map(revisionWords)).toEqual([
    "Gespeichert",
    "Revision 4 wiederhergestellt",
    "COCO aus a.json importiert",
    "motion ausgeführt: 3 Spuren hinzugefügt",
    "motion ausgeführt: 3 Spuren anstelle von 2",
    "motion ausgeführt",
    "COCO aus a from b.json importiert",
    "motion ausgeführt: 1 Spur hinzugefügt",
    "motion ausgeführt: 1 Spur anstelle von 2, auf den Frames 1 bis 2, 1 inzwischen gespeicherte behalten",
    "motion ausgeführt: auf den Frames 1 bis 2",
    "Something else",
  ]);
});
