/** The table of measurements: for a terminal, and for docs/benchmarks.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { cellsOf, header, isMet, type Row } from "./row.ts";

const start = "<!-- table: npm run bench -- --write -->";
const end = "<!-- end of table -->";

export function terminalTable(rows: readonly Row[]): string {
  const table = [header, ...rows.map(cellsOf)];
  const widths = header.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  return table
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function summary(rows: readonly Row[]): string {
  const judged = rows.filter((row) => isMet(row) !== undefined);
  const missed = judged.filter((row) => isMet(row) === false);
  if (judged.length === 0) return "No goal was judged.";
  return missed.length === 0
    ? `All ${judged.length} goals are met.`
    : `${missed.length} of ${judged.length} goals are missed.`;
}

/** Replaces the table between the two markers, and leaves the text around it. */
export function writeReport(file: string, rows: readonly Row[], size: number, notes: readonly string[]): void {
  const text = readFileSync(file, "utf8");
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} lacks ${start} or ${end}.`);
  const table = [header, header.map(() => "---"), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(" | ")} |`);
  const parts = [`${machine()}; ${size} detections.`, table.join("\n"), [summary(rows), ...notes].join(" ")];
  writeFileSync(file, `${before}${start}\n\n${parts.join("\n\n")}\n\n${end}${after}`);
}

function machine(): string {
  const processors = cpus();
  const date = new Date().toISOString().slice(0, 10);
  const memory = Math.round(totalmem() / 1e9);
  const model = processors[0]?.model.trim() ?? "unknown processor";
  return `${date}; ${model}, ${processors.length} cores, ${memory} GB; Node ${process.versions.node} on ${process.platform}`;
}
