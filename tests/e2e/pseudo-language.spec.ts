/**
 * The application in a pseudo-language that puts brackets around every text of the catalog: what appears without
 * brackets and is not data could not be translated.
 */
import type { Page } from "@playwright/test";
import { JobStatus } from "../../schemas/index.ts";
import { setLanguage } from "../../web/base/texts/index.ts";
import { expect, signIn, startApp, test } from "./support/app.ts";
import { loadWords, visitLogin, visitPages, visitViewer } from "./support/places.ts";
import { createDataset } from "./support/viewer.ts";
import { beyondReach } from "./support/within-reach.ts";

test.beforeAll(async () => {
  await loadWords();
  await setLanguage("en-XA");
});
test.afterAll(() => setLanguage("en"));

/** Data on the server, units, and names that are the same in every language. */
const data = [
  // Files, links, and the core's messages about a file, which the command line prints too.
  /^(?:[abc]\.\w+|https?:\S+|This is a text file of no known format.*)$/g,
  // The server's notes about a run.
  /^nms replaced \d+ tracks? of data \d+ in revision \d+\. The previous revision has them\.$/g,
  // The server's own error messages.
  /^\s*data \d+ cannot be exported: .*$/g,
  // Words of file formats, a trained model, and stored records of pipeline runs.
  /^(?:all|unknown|data \d+ detector|Run(?:ning)? nms(?: on data \d+)?(?:: \d+ tracks? in place of \d+)?)$/g,
  /\S+@localhost\.localdomain|Wakeline|\badmin\b|Site Administrator|English|Deutsch|data \d+|image-\d+\.png/g,
  // Names of folders, sets and types, descriptions of revisions and jobs, the site's message.
  /^(?:Private|Public|default|no-group|save|file upload)$|^Updates will be happening soon.*$/g,
  // Pipelines have names, descriptions and parameters in their author's language.
  /^(?:motion(?: \(\))?|nms|visual|add segmentations|link detections|thin keyframes)$/g,
  /^(?:Finds what moves|Of single detections|Draws a polygon|Follows the last box|Links detections on|Leaves out keyframes).*$/g,
  /^(?:Difference from the background|Leave out shadows|Pictures that the background|Pixels between|Smallest object|Type of what).*$/g,
  // Formats, and the program that signed in.
  /^(?:COCO|CVAT XML|KPF|KWCOCO|Datumaro|Label Studio|LabelMe|MOT Challenge|YOLO|YOLO segmentation|YOLO OBB|YOLO pose|Pascal VOC|node)$/g,
  /\b(?:KB|MB|GB|B|fps|ms|px|CSV|JSON|CPU|SQLite)\b/g,
  // Queues, workers, and fields in the audit log, as named by the API.
  /^(?:convert|pipelines|training)(?:, (?:convert|pipelines|training))*$|^\S+:\d+:[\da-f]{24}$|^[\w.]*: .* → .*$/g,
  // Dates in the format of the language.
  /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/g,
];

/** Texts on the page, or for a screen reader, without brackets. */
async function strayTexts(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (
        element === null ||
        !element.checkVisibility() ||
        element.closest("[aria-hidden=true], kbd, style, code, pre, article") !== null
      )
        continue;
      if (node instanceof Text) texts.push(node.data);
      else
        for (const name of [
          "aria-label",
          "aria-description",
          "aria-valuetext",
          "aria-roledescription",
          "placeholder",
          "alt",
          "title",
        ])
          texts.push(element.getAttribute(name) ?? "");
    }
    return texts;
  });
  return shown.flatMap((text) => {
    let rest = text.trim();
    for (let before = ""; before !== rest;) {
      before = rest;
      rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
    }
    for (const known of data) rest = rest.replaceAll(known, "");
    return /\p{L}{2}/u.test(rest) ? [text.trim()] : [];
  });
}

test("every text of every page comes from the catalog; at 200 %, every control in a dialog of the data pages is within reach", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const app = await startApp();
  const admin = { id: app.userId, login: "admin", password: app.password, token: app.token, client: app.client };
  const track = { id: 0, type: "12", keyframes: { 0: [10, 10, 60, 60], 6: [12, 10, 62, 60] } } as const;
  const datasetId = await createDataset(admin, { name: "data 1", tracks: [track] });
  const { client } = app;
  const parent = { parentType: "user", parentId: app.userId } as const;
  await client
    .call("folder.create", { ...parent, name: "data 3", metadata: { trained_pipeline: true } })
    .then(({ _id }) => client.call("item.create", { folderId: _id, name: "detector.pipe" }));
  await client.call("group.create", { name: "data 4" });
  const { pipes = [] } = (await client.call("configuration.pipelines", {}))["utility"] ?? {};
  const pipeline = pipes.find(({ name }) => name === "nms") ?? {};
  const { _id: job } = await client.call("rpc.pipeline", { folderId: datasetId, pipeline });
  // Its row and its messages change when it ends, maybe while they are looked at.
  await expect.poll(async () => (await client.call("job.get", { id: job })).status).toBe(JobStatus.success);
  const folder = await client.call("folder.create", { ...parent, name: "data 2" });
  await page.addInitScript(() => localStorage.setItem("wakeline.language", '"en-XA"'));

  const stray = new Map<string, string>();
  const hidden: string[] = [];
  let isDataPage = true;
  let looked = 0;
  const look = async (where: string) => {
    looked += 1;
    for (const text of await strayTexts(page)) if (!stray.has(text)) stray.set(text, where);
    // A smaller window folds the bars of the viewer that open its dialogs.
    if (isDataPage) for (const control of await beyondReach(page)) hidden.push(`${where}: ${control}`);
  };
  const places = { page, url: app.url, userId: app.userId, folderId: folder._id, datasetId, look };
  try {
    await visitLogin(places);
    await signIn(page, app, app.token);
    await visitPages(places);
    isDataPage = false;
    await visitViewer(places);
  } finally {
    await app.close();
  }
  expect(looked).toBeGreaterThan(100);
  expect(Object.fromEntries(stray)).toEqual({});
  expect(hidden).toEqual([]);
});
