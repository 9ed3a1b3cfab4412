/** `--columns`: what the columns of a table of boxes mean. */

import { InvalidArgumentError, Option } from "commander";
import { parseColumns, type ColumnMapping } from "#core/formats/recognize/column-mapping";

export const columnsOrFrom = "--columns says what the inputs are: leave out --from.";

export function columnsOption(): Option {
  return new Option(
    "--columns <map>",
    "what the columns of a table of boxes mean, as `image=filename,x1=xmin,y1=ymin,x2=xmax,y2=ymax,type=class`; a number " +
      "is the place of a column, `units=fractions` says that boxes are fractions of the picture",
  ).argParser(columns);
}

function columns(text: string): ColumnMapping {
  try {
    return parseColumns(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
