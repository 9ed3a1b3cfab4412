/**
 * `wakeline fingerprint`: the content of each picture of a video or a folder, as hashes that do not depend on the
 * container.
 */
import { Command } from "commander";

import { ExitCode } from "../base/process/errors.ts";
import { io } from "../base/terminal/io.ts";
import { counted, note, warn, writeResult } from "../base/terminal/output.ts";
import { isTerminal } from "../base/terminal/terminal.ts";
import { fingerprints, hashNames, type PictureFingerprint } from "../media/fingerprint.ts";

export default new Command()
  .description(
    "Prints for each frame its number, when it is shown in seconds, the MD5 of its decoded picture and a perceptual hash. The " +
      "first hash is the same in another container and differs when anything in the picture does; the second one is close for " +
      "pictures that look alike. Of a folder of pictures it prints names instead of times. Needs ffmpeg.",
  )
  .argument("<media>", "video, or folder of pictures")
  .option("--json", "print one JSON document")
  .action(fingerprint);

async function fingerprint(media: string, { json }: { readonly json?: true }): Promise<void> {
  const problems: string[] = [];
  const print = json === true ? jsonPrinter(media, problems) : textPrinter();
  let count = 0;
  for await (const picture of fingerprints(media, (problem) => problems.push(problem))) {
    await print.picture(picture, count);
    count++;
  }
  await print.end();
  for (const problem of problems) warn(`${media}: ${problem}`);
  note(`${counted(count, "frame")}.`);
  if (problems.length > 0) io().exitCode = ExitCode.findings;
}

interface Printer {
  picture(picture: PictureFingerprint, index: number): Promise<void>;
  end(): Promise<void>;
}

function textPrinter(): Printer {
  const isAligned = isTerminal(io().out);
  return {
    async picture({ frame, seconds, name, content = "", perceptual = "" }, index) {
      const place = name ?? seconds?.toFixed(6) ?? "";
      if (!isAligned) return await writeResult(`${[frame, place, content, perceptual].join("\t")}\n`);
      if (index === 0)
        await writeResult(aligned(["FRAME", name === undefined ? "SECONDS" : "NAME", "CONTENT", "LOOKS"]));
      await writeResult(aligned([String(frame), place, content, perceptual]));
    },
    end: async () => undefined,
  };
}

/** Lines are printed one by one, so widths are those of typical values. */
function aligned([frame = "", place = "", content = "", perceptual = ""]: readonly string[]): string {
  return `${frame.padStart(7)}  ${place.padStart(14)}  ${content.padEnd(32)}  ${perceptual}\n`;
}

/** One document, written while the pictures arrive. */
function jsonPrinter(media: string, problems: readonly string[]): Printer {
  const head = JSON.stringify({ media, hashes: hashNames }).slice(0, -1);
  let isBegun = false;
  const begin = async (): Promise<void> => {
    if (!isBegun) await writeResult(`${head},"frames":[`);
    isBegun = true;
  };
  return {
    async picture(picture, index) {
      await begin();
      await writeResult(`${index === 0 ? "" : ","}\n${JSON.stringify(picture)}`);
    },
    async end() {
      await begin();
      await writeResult(`\n],"problems":${JSON.stringify(problems)}}\n`);
    },
  };
}
