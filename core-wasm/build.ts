/**
 * Compiles the core: `node core-wasm/build.ts`. Writes build/core.wasm (the one in use) and build/core.debug.wasm
 * (assertions and function names, for tests); files that are newer than their sources are not rebuilt.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { main as compile } from "assemblyscript/asc";
import binaryen from "assemblyscript/binaryen";

const here = import.meta.dirname;
const assembly = join(here, "assembly");
const output = join(here, "build");

const common = [
  "--runtime=stub",
  "--enable=simd",
  // 2 MB, enough for a small document: the first growth makes V8 collect its whole heap. 4 GB at most.
  "--initialMemory=32",
  "--maximumMemory=65536",
];

const variants = [
  { file: "core.wasm", flags: ["-O3z", "--noAssert"], isInlined: true },
  { file: "core.debug.wasm", flags: ["-O1", "--debug"], isInlined: false },
];

/**
 * asc has only two settings for inlining: with -O3 it copies functions to many places, which costs 7 KB (gzip) and
 * gains nothing. So it optimizes for size, and a final pass inlines functions of up to this size that have a single
 * caller, which makes the core a tenth faster.
 */
const inlinedSize = 3000;
/** Functions hardly larger than a call of them. */
const smallSize = 12;

const sources = readdirSync(assembly, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name));

/** The features used by asc: V8, SpiderMonkey and JavaScriptCore have had all of them for years. */
const { BulkMemory, BulkMemoryOpt, MutableGlobals, NontrappingFPToInt, SIMD128, SignExt } = binaryen.Features;
const features = BulkMemory | BulkMemoryOpt | MutableGlobals | NontrappingFPToInt | SIMD128 | SignExt;

refuseEndlessFor();
const newestSource = Math.max(...[...sources, import.meta.filename].map((file) => statSync(file).mtimeMs));
mkdirSync(output, { recursive: true });
for (const { file, flags, isInlined } of variants) {
  const target = join(output, file);
  if (existsSync(target) && statSync(target).mtimeMs > newestSource) continue;
  const { error, stdout, stderr } = await compile([
    join(assembly, "index.ts"),
    "--outFile",
    target,
    ...common,
    ...flags,
  ]);
  process.stdout.write(stdout.toString());
  process.stderr.write(stderr.toString());
  if (error !== null) {
    console.error(`Compiling ${file} failed.`);
    process.exit(1);
  }
  const compiled = readFileSync(target);
  const module = isInlined ? inlined(compiled) : readModule(compiled);
  exportState(module);
  // Only the debug build has function names.
  binaryen.setDebugInfo(!isInlined);
  writeFileSync(target, module.emitBinary());
}

function readModule(wasm: Uint8Array): binaryen.Module {
  return binaryen.readBinaryWithFeatures(wasm, features);
}

/**
 * Exports every variable: together with the memory they are the complete state of an instance, from which another one
 * can continue.
 */
function exportState(module: binaryen.Module): void {
  for (let index = 0; index < module.getNumGlobals(); index++) {
    const { name, mutable } = binaryen.getGlobalInfo(module.getGlobalByIndex(index));
    if (mutable) module.addGlobalExport(name, `state_${index}`);
  }
}

/** The final inlining pass. */
function inlined(wasm: Uint8Array): binaryen.Module {
  const module = readModule(wasm);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  // asc leaves its own limits set.
  binaryen.setAlwaysInlineMaxSize(smallSize);
  binaryen.setFlexibleInlineMaxSize(20);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  binaryen.setOneCallerInlineMaxSize(inlinedSize);
  module.optimize();
  return module;
}

/**
 * asc 0.28 drops the code after a `for (;;)` whose body ends in a jump. None of our linters covers these files, so this
 * check does; `while (true)` compiles correctly.
 */
function refuseEndlessFor(): void {
  for (const file of sources) {
    const lines = readFileSync(file, "utf8").split("\n");
    const index = lines.findIndex((line) => /for \(\s*;\s*;\s*\)/.test(line));
    if (index < 0) continue;
    console.error(
      `${relative(here, file)}:${index + 1}: write while (true) instead of for (;;), which asc miscompiles.`,
    );
    process.exit(1);
  }
}
