import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";
import { gatherPerPicture } from "./upload-per-picture.ts";

const voc = (picture: string): string =>
  `<annotation><filename>${picture}</filename><size><width>9</width><height>9</height></size><object><name>fish</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>4</xmax><ymax>4</ymax></bndbox></object></annotation>`;

test("Pascal VOC next to pictures is one set, unless there are other annotations", async () => {
  const folder = await mkdtemp(join(tmpdir(), "per-picture-"));
  try {
    const files = ["a.png", "b.png", "a.xml", "b.xml", "x.meta.json"].map((name) => ({
      name,
      path: join(folder, name),
    }));
    for (const { name, path } of files) await writeFile(path, name.endsWith(".xml") ? voc(name) : "{}");
    const options = { areNamed: false, isQuiet: true };
    const { kept, made } = await gatherPerPicture(files, options);
    expect(kept.map(({ name }) => name)).toEqual(["a.png", "b.png", "x.meta.json"]);
    expect([made?.name, made?.parts]).toEqual(["voc.json", [join(folder, "a.xml"), join(folder, "b.xml")]]);
    const { tracks } = JSON.parse(new TextDecoder().decode(made?.inspected?.bytes)) as {
      tracks: Record<string, unknown>;
    };
    expect(Object.values(tracks)).toMatchObject([
      { begin: 0, confidencePairs: [["fish", 1]] },
      { begin: 1, confidencePairs: [["fish", 1]] },
    ]);
    const csv = { name: "tracks.csv", path: join(folder, "tracks.csv") };
    expect(await gatherPerPicture([...files, csv], options)).toEqual({ kept: [...files, csv], leftOut: [] });
    expect((await gatherPerPicture(files, { ...options, areNamed: true })).made).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true });
  }
});
