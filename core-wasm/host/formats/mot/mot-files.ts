/**
 * MOT rows with accompanying files: `labels.txt` has the names of the classes, as written by CVAT and others; so have
 * `names.txt` and `classes.txt`.
 */
import { readOnlyFile, type AnnotationSource } from "../sources/source.ts";
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
  const rows = files.filter(({ name }) => files.length === 1 || !(listName.test(name) || sequenceName.test(name)));
  const list = files.length === 1 ? undefined : files.find(({ name }) => listName.test(name));
  const labels = options.labels ?? (list && parseLabelList(await list.read()));
  const bytes = await readOnlyFile({ files: () => rows });
  return core.reader.readMot(bytes, labels === undefined ? options : { ...options, labels });
}
