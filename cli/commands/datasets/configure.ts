/** `wakeline datasets config`: the configuration of datasets, printed or changed. */

import { Command } from "commander";
import type { DatasetConfiguration } from "#schemas";
import { connect, type Connection } from "../../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../../base/site/dataset-choice.ts";
import { resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { readDecompressed } from "../../base/files/files.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { collect } from "../../base/terminal/option-values.ts";
import { note, writeJson, writeJsonLine } from "../../base/terminal/output.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption, ChoiceOptions {
  readonly set?: readonly string[];
  readonly from?: string;
  readonly json?: true;
}

export default addDatasetChoice(
  new Command().description(
    "Prints the configuration of datasets (styles, filters, attributes, frame rate) as JSON, or replaces some of its members: " +
      "those that are not named stay. Several datasets are printed one a line.",
  ),
)
  .option(
    "--set <member=json>",
    'replace a member, as in fps=5 or confidenceFilters={"default":0.3}; repeatable',
    collect,
  )
  .option("--from <file>", "replace the members that this JSON file has; - is standard input")
  .addOption(serverOption())
  .option("--json", "after a change, print one line of JSON for each dataset")
  .action(configure);

async function configure(given: readonly string[], options: Options): Promise<void> {
  const changes = { ...(await fromFile(options.from)), ...fromOptions(options.set ?? []) };
  const names = Object.keys(changes);
  const isChange = options.set !== undefined || options.from !== undefined;
  const connectTo = (reference: string) => connect(options.server ?? serverOfReference(reference));
  const references = await chooseDatasets(() => connectTo(options.in ?? ""), given, options);
  await forEach(references, { as: "dataset", json: options.json }, async (reference) => {
    const connection = await connectTo(reference);
    const id = await resolveReference(connection, reference);
    const { name, meta } = await connection.client.call("folder.get", { id }, { signal: interrupted });
    if (meta.type === undefined) throw usageError(`${reference} is a folder, not a dataset.`);
    if (!isChange) {
      const configuration = await configurationOf(connection, id);
      if (references.length === 1) return await writeJson(configuration);
      return await writeJsonLine({ id, name, configuration });
    }
    await connection.client.call("dataset.update", { id, body: changes }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id, name, changed: names });
    else note(printable(`Changed ${names.join(", ")} of ${name}.`));
  });
}

async function configurationOf({ client }: Connection, id: string): Promise<unknown> {
  const response = await client.fetch("dataset.configuration", { id }, { signal: interrupted });
  return await response.json();
}

async function fromFile(path: string | undefined): Promise<DatasetConfiguration> {
  if (path === undefined) return {} as DatasetConfiguration;
  const text = new TextDecoder().decode(await readDecompressed(path));
  const value = parse(text, path);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw usageError(`${path} is not a configuration: it must be a JSON object.`);
  return value as DatasetConfiguration;
}

function fromOptions(texts: readonly string[]): Partial<DatasetConfiguration> {
  const members = texts.map((text) => {
    const [, name, value] = /^([A-Za-z]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw usageError(`"${text}" is not a member and its value: it looks like fps=5.`);
    return [name, parse(value, name)];
  });
  return Object.fromEntries(members) as Partial<DatasetConfiguration>;
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`the value of ${what} is not JSON: texts need quotation marks, as in '"text"'.`);
  }
}
