/** Folders of pictures with an annotation file for each. */
import { mkdir, writeFile } from "node:fs/promises";

import { expect, test } from "./support/app.ts";
import { row } from "./support/browser.ts";
import { picture } from "./support/files.ts";
import { cards, openFolder, start } from "./support/uploads.ts";

const labelMe = (name: string, label: string): string => {
  const points = [
    [9, 12],
    [3, 4],
  ];
  const shapes = [{ label, points, shape_type: "rectangle", flags: {}, group_id: null }];
  const size = { imageWidth: 64, imageHeight: 48 };
  return JSON.stringify({ version: "5.0.1", flags: {}, shapes, imagePath: name, imageData: null, ...size });
};
const voc = (name: string, label: string): string =>
  `<annotation><filename>${name}</filename><size><width>64</width><height>48</height><depth>3</depth></size>` +
  `<object><name>${label}</name><bndbox><xmin>4</xmin><ymin>5</ymin><xmax>9</xmax><ymax>12</ymax></bndbox></object></annotation>`;

test("LabelMe and Pascal VOC files next to the pictures of a folder are its annotations, and other JSON is named", async ({
  page,
  user,
}, testInfo) => {
  const folder = await openFolder(page, user);
  for (const [format, ending, text] of [
    ["LabelMe", "json", labelMe],
    ["Pascal VOC", "xml", voc],
  ] as const) {
    await test.step(format, async () => {
      const name = `reef ${ending}`;
      const directory = testInfo.outputPath(name);
      await mkdir(directory, { recursive: true });
      for (const [stem, label] of [
        ["a", "fish"],
        ["b", "crab"],
      ] as const) {
        await writeFile(`${directory}/${stem}.png`, picture(`${stem}.png`).buffer);
        await writeFile(`${directory}/${stem}.${ending}`, text(`${stem}.png`, label));
      }
      if (ending === "json") await writeFile(`${directory}/notes.json`, "{}");
      await page.getByTestId("upload-directory").first().setInputFiles(directory);
      const card = cards(page).first();
      await expect(card).toContainText("2 files");
      await expect(card.getByRole("button", { name: "Annotation file" })).toContainText(".zip");
      if (ending === "json") {
        await card.getByText("1 file will not be uploaded").click();
        await expect(card).toContainText("notes.json: another annotation file was used");
      } else await expect(card.getByText("will not be uploaded")).toBeHidden();
      await start(page);
      await expect(row(page, name).getByRole("link", { name: /Launch annotator/ })).toBeVisible();
      const [dataset] = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id, name });
      const tracks = await user.client.call("annotation.tracks", { folderId: dataset?._id ?? "" });
      expect(tracks.map(({ begin, confidencePairs }) => [begin, confidencePairs[0]?.[0]])).toEqual([
        [0, "fish"],
        [1, "crab"],
      ]);
      expect(tracks[0]?.features[0]?.bounds?.slice(2)).toEqual([9, 12]);
    });
  }
});
