/** `wakeline git text`: an annotation file as lines that `git diff` can compare; other files unchanged. */

import { Command } from "commander";
import { isAnnotationFormat } from "#core/formats/format-table";
import { readAnnotations } from "../../base/annotations/annotations.ts";
import { readInput } from "../../base/files/files.ts";
import { openInput } from "../../base/files/open-input.ts";
import { writeResult } from "../../base/terminal/output.ts";
import { textOfAnnotations } from "../../offline/annotation-text.ts";

export default new Command()
  .description(
    "Prints a file of annotations for `git diff` (see `wakeline git install`): a line for each track with its types and " +
      "attributes, and one for each of its detections, in the order of ids and frames.",
  )
  .argument("<file>", "file of annotations; anything else is printed as it is")
  .action(print);

async function print(path: string): Promise<void> {
  const bytes = await readInput(path);
  if (bytes.length > 0) {
    const input = await openInput(path);
    const { loaded } = isAnnotationFormat(input.kind) ? await readAnnotations(path, input) : {};
    if (loaded !== undefined && loaded.report.skippedCount === 0) {
      for (const lines of textOfAnnotations(loaded.core)) await writeResult(lines);
      return;
    }
  }
  await writeResult(bytes);
}
