/** COCO with the names that other programs use is read like COCO with its own, and what was read as what is reported. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCore, type AnnotationCore } from "#core";
import { readAnnotationFile } from "#core/formats/annotation-formats";

const runs = Number(process.env["WAKELINE_PROPERTY_RUNS"] ?? 150) / 5;

type Json = Readonly<Record<string, unknown>>;
interface CocoFile {
  readonly images: readonly Json[];
  readonly annotations: readonly Json[];
  readonly categories: readonly Json[];
}

const names = ["cod, atlantic", "🐟", "crab/small"];
const side = fc.integer({ min: 0, max: 500 });
const files: fc.Arbitrary<CocoFile> = fc
  .tuple(
    fc.uniqueArray(fc.stringMatching(/^[a-zé ]{1,6}$/), { minLength: 1, maxLength: 4 }),
    fc.array(
      fc.record({
        image: fc.nat(),
        type: fc.nat(2),
        box: fc.tuple(side, side, side, side),
        score: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
  )
  .map(([stems, objects]) => ({
    images: stems.map((stem, at) => ({ id: at + 1, file_name: `${stem}.jpg` })),
    annotations: objects.map(({ image, type, box, score }, at) => ({
      id: at + 1,
      image_id: (image % stems.length) + 1,
      category_id: type + 1,
      bbox: box,
      score,
      track_id: at,
    })),
    categories: names.map((name, at) => ({ id: at + 1, name })),
  }));

const renamed =
  (from: string, to: string, value = (one: unknown): unknown => one) =>
  ({ [from]: old, ...others }: Json): Json => ({ ...others, [to]: value(old) });

/** Ways to write the same, and whether they change pictures or annotations. */
const ways: Readonly<Record<string, (file: CocoFile) => CocoFile>> = {
  path: (file) => ({
    ...file,
    images: file.images.map(renamed("file_name", "path", (name) => `C:\\data\\${String(name)}`)),
  }),
  filename: (file) => ({ ...file, images: file.images.map(renamed("file_name", "filename")) }),
  address: (file) => ({
    ...file,
    images: file.images.map(
      renamed("file_name", "url", (name) => `https://x.org/${encodeURIComponent(String(name))}?a=1`),
    ),
  }),
  "names of types": (file) => ({
    ...file,
    annotations: file.annotations.map(renamed("category_id", "category_name", (id) => names[Number(id) - 1])),
  }),
  "categories as names": (file) => ({ ...file, categories: names as unknown as readonly Json[] }),
  confidence: (file) => ({ ...file, annotations: file.annotations.map(renamed("score", "confidence")) }),
  "scores as text": (file) => ({ ...file, annotations: file.annotations.map(renamed("score", "score", String)) }),
  "boxes as text": (file) => ({
    ...file,
    annotations: file.annotations.map(renamed("bbox", "bbox", (box) => JSON.stringify(box))),
  }),
  "boxes as objects": (file) => ({
    ...file,
    annotations: file.annotations.map(
      renamed("bbox", "bbox", (box) => {
        const [x, y, width, height] = box as readonly number[];
        return { x, y, width, height };
      }),
    ),
  }),
  "tracks as text": (file) => ({
    ...file,
    annotations: file.annotations.map(renamed("track_id", "track_id", (id) => `t-${String(id)}`)),
  }),
};

async function read(core: AnnotationCore, file: CocoFile, imageNames: readonly string[]) {
  const { problems } = await readAnnotationFile(core, new TextEncoder().encode(JSON.stringify(file)), { imageNames });
  const rows = [...core.writer.trackRows({ bounds: "exact" })].map(({ json }) => JSON.parse(json as string) as unknown);
  return { rows, codes: problems.map(({ code }) => code) };
}

test.each(Object.keys(ways))("%s: the same annotations, and a warning", async (way) => {
  const core = await createCore();
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      const pictures = file.images.map(({ file_name: name }) => String(name)).toSorted();
      const plain = await read(core, file, pictures);
      const loose = await read(core, ways[way]!(file), pictures);
      // Names of categories alone do not say where they begin to count.
      if (way !== "categories as names") expect(loose.rows).toEqual(plain.rows);
      else expect(loose.rows).toHaveLength(plain.rows.length);
      expect(
        loose.codes.filter((code) => /^coco-(member-taken|tracks-numbered|categories-numbered)$/.test(code)),
      ).not.toEqual([]);
      expect(
        plain.codes.filter((code) => /^coco-(member-taken|tracks-numbered|categories-numbered)$/.test(code)),
      ).toEqual([]);
    }),
    { seed: 20_261, numRuns: runs },
  );
});
