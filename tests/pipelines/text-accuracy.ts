/** Writes the table of docs/accuracy.md about burned-in text. Takes a minute. */
import { pathToFileURL } from "node:url";
import * as onnx from "onnxruntime-web";

import { readPack } from "#packs/pack";
import { formatOf } from "#packs/text-format";
import { doubtfulBelow, openText } from "#packs/text-reader";
import { filesOfZip } from "#packs/zip-pack";

import { burnedAt, type ClipLook, placesOfText, textClipPictures } from "../support/text-clip.ts";
import { realTextFiles, realTextManifest, textPack } from "../support/text-pack.ts";

const frames = 40;
const texts = ["clock", "depth", "position"] as const;

const looks: readonly (readonly [name: string, look: ClipLook])[] = [
  ["22 pixels, black border, some noise", { noise: 25 }],
  ["the same, much noise", { noise: 45 }],
];

async function main(): Promise<void> {
  const files = realTextFiles();
  const pack = await readPack(await filesOfZip(textPack(realTextManifest(files), files)));
  const reader = await openText(pack, onnx);
  console.log("| text | readings | exact | doubtful | wrong and not doubtful |\n| --- | --- | --- | --- | --- |");
  for (const [name, look] of looks) {
    const counts = { all: 0, exact: 0, doubtful: 0, wrong: 0 };
    for (const [frame, picture] of textClipPictures(frames, look).entries()) {
      for (const text of texts) {
        const read = await reader.readAs(picture, placesOfText[text], formatOf(burnedAt(0)[text]));
        const isExact = read?.text === burnedAt(frame)[text];
        const isDoubtful = (read?.confidence ?? 0) < doubtfulBelow;
        counts.all++;
        if (isExact) counts.exact++;
        if (isDoubtful) counts.doubtful++;
        if (!isExact && !isDoubtful) counts.wrong++;
      }
    }
    console.log(`| ${[name, counts.all, counts.exact, counts.doubtful, counts.wrong].join(" | ")} |`);
  }
  await reader.close();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
