/**
 * MOT rows with accompanying files: `labels.txt` has the names of the classes, as written by CVAT and others; so have
 * `names.txt` and `classes.txt`.
 */
import { withProblems } from "../exchange/reading.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import { isMotInput } from "../recognize/recognize-names.ts";
import { readOnlyFile, type AnnotationSource, type SourceFile } from "../sources/source.ts";
import { parseLabelList } from "../text/label-list.ts";
import type { AnnotationCore, ReadOptions, ReadReport } from "../../types.ts";

const listName = /(^|\/)(labels|names|classes|obj\.names)(\.txt)?$/i;
/** Describes the sequence, not its objects. */
const sequenceName = /\.ini$/i;

export async function readMotFiles(
  core: AnnotationCore,
  source: AnnotationSource,
  options: ReadOptions,
): Promise<ReadReport> {
  const files = [...source.files()];
  const isRows = (name: string): boolean => !(listName.test(name) || sequenceName.test(name));
  const [rows = [], inputs = []] = divided(files.filter(({ name }) => files.length === 1 || isRows(name)));
  const list = files.length === 1 ? undefined : files.find(({ name }) => listName.test(name));
  const labels = options.labels ?? (list && parseLabelList(await list.read()));
  const bytes = await readOnlyFile({ files: () => rows });
  const report = core.reader.readMot(bytes, labels === undefined ? options : { ...options, labels });
  const passedOver = inputs.map(({ name }) => readerProblem("mot-input-left-out", [name]));
  return passedOver.length === 0 ? report : withProblems(passedOver, report);
}

function divided(files: readonly SourceFile[]): readonly (readonly SourceFile[])[] {
  const rows = files.filter(({ name }) => !isMotInput(name));
  return rows.length === 0 ? [files, []] : [rows, files.filter((one) => !rows.includes(one))];
}
