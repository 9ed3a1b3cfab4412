/**
 * `npm run fuzz -- --minutes 60`: broken files of every format in turn, until the time is over. `--format NAME`
 * restricts the formats, `--seed N` chooses other mutations, `--repeat FILE...` replays saved files. Exit code 1 if an
 * invariant was violated.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isAnnotationFormat } from "#core/formats/format-table";
import { fuzz, probeFiles } from "./fuzzer.ts";
import { formats } from "./seeds.ts";

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "1" },
    format: { type: "string", multiple: true, default: [] },
    seed: { type: "string" },
    repeat: { type: "boolean", default: false },
  },
});

/** How long one format is fed before the next one's turn. */
const turnSeconds = 30;
const folder = join(import.meta.dirname, "../../test-results/fuzz");
const asked = options.format.filter(isAnnotationFormat);
if (asked.length < options.format.length || (options.repeat && asked.length !== 1)) {
  console.error(`Name the format: --format ${formats.join(" | ")}.`);
  process.exit(2);
}

if (!options.repeat) await run(asked.length === 0 ? formats : asked);
else {
  const [format] = asked;
  const reason =
    format &&
    (await probeFiles(
      files.map((file) => readFileSync(file)),
      format,
    ));
  console.log(reason ?? "Everything holds.");
  process.exitCode = reason === undefined ? 0 : 1;
}

async function run(chosen: typeof formats): Promise<void> {
  const end = performance.now() + Number(options.minutes) * 60_000;
  const counts = new Map(chosen.map((format) => [format, 0]));
  const failures = new Set<string>();
  for (let turn = 0; performance.now() < end; turn++) {
    const format = chosen[turn % chosen.length]!;
    const left = (end - performance.now()) / 1000;
    const seconds = Math.min(turnSeconds, left, (Number(options.minutes) * 60) / chosen.length);
    const seed = Number(options.seed ?? 1000) + turn;
    const result = await fuzz({ format, seconds, seed, folder });
    counts.set(format, (counts.get(format) ?? 0) + result.inputs);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `${new Date().toISOString().slice(11, 19)} ${format} seed ${seed}: ${result.inputs} inputs, ${total} in all`,
    );
    for (const { message, files: kept, repeat } of result.failures) {
      failures.add(kept.join());
      console.log(`FAILED ${format}: ${message}\n  ${repeat}`);
    }
  }
  console.log([...counts].map(([format, count]) => `${format} ${count}`).join(", "));
  console.log(`${failures.size} failures`);
  process.exitCode = failures.size === 0 ? 0 : 1;
}
