/** Datasets with one camera: those with several have a dataset for each in their folder. */

import type { Dataset } from "#schemas/wire";
import type { Connection } from "../connection/connection.ts";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";

export async function requireOneCamera({ client }: Connection, id: string, what: string): Promise<Dataset> {
  const dataset = await client.call("dataset.get", { id }, { signal: interrupted });
  if (dataset.type !== "multi") return dataset;
  const names = Object.keys(dataset.multiCamMedia?.cameras ?? {});
  throw usageError(
    `${dataset.name} has several cameras (${names.join(", ")}), which are datasets in its folder: ${what} each by itself.`,
  );
}
