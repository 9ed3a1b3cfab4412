/** Writes recommended thresholds into the confidence filters of the computed datasets, after a confirmation. */
import type { ScoringResult } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { alertDialog, confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { formatNumber } from "../../ui/text/format.ts";

type Filters = Readonly<Record<string, number>>;

interface Change {
  readonly id: string;
  readonly name: string;
  readonly filters: Filters;
  /** As text; empty if nothing changes. */
  readonly changes: readonly string[];
}

/** @returns the result per dataset as a line; nothing if the user cancelled */
export async function applyFilters({ pairs }: ScoringResult, recommended: Filters): Promise<readonly string[]> {
  const datasets = new Map(pairs.map(({ computed }) => [computed.datasetId, computed.name]));
  const said: string[] = [];
  const all: Change[] = [];
  for (const [id, name] of datasets) {
    try {
      const { confidenceFilters = {} } = await api.call("dataset.get", { id });
      all.push({ id, name, ...mergeFilters(confidenceFilters, recommended) });
    } catch (error) {
      said.push(t("scoring.sweep.notApplied", { name, reason: errorText(error) }));
    }
  }
  const unchanged = all.filter(({ changes }) => changes.length === 0).map(({ name }) => name);
  if (unchanged.length > 0) said.push(t("scoring.sweep.unchanged", { names: unchanged.join(", ") }));
  const changed = all.filter(({ changes }) => changes.length > 0);
  const title = t("scoring.sweep.applyTitle");
  if (changed.length === 0) {
    await alertDialog({ title, text: said });
    return said;
  }
  const lines = changed.map(({ name, changes }) =>
    t("scoring.sweep.applyDataset", { name, changes: changes.join(", ") }),
  );
  if (!(await confirmDialog({ title, text: [...lines, ...said], positive: t("scoring.sweep.apply") }))) return [];
  const done: string[] = [];
  for (const [at, { id, name, filters }] of changed.entries()) {
    try {
      await api.call("dataset.update", { id, body: { confidenceFilters: filters } });
      await queryClient.invalidateQueries({ queryKey: keys.dataset(id) });
      done.push(lines[at] ?? name);
    } catch (error) {
      said.push(t("scoring.sweep.notApplied", { name, reason: errorText(error) }));
    }
  }
  return [...(done.length === 0 ? [] : [t("scoring.sweep.applied", { count: done.length }), ...done]), ...said];
}

/** Keeps the filters of types without a recommendation. */
export function mergeFilters(old: Filters, recommended: Filters): Pick<Change, "filters" | "changes"> {
  const changes = Object.entries(recommended).flatMap(([type, threshold]) => {
    const before = Object.hasOwn(old, type) ? old[type] : undefined;
    if (before === threshold) return [];
    const from = before === undefined ? t("scoring.sweep.unset") : formatNumber(before, 3);
    const name = type === "default" ? t("scoring.sweep.others") : type;
    return [t("scoring.sweep.change", { type: name, from, to: formatNumber(threshold, 3) })];
  });
  return { filters: { ...old, ...recommended }, changes };
}
