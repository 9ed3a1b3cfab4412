/** What is written down on both sides of the border must agree: numbered catalogues and the list of exports. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { editErrorCodes } from "./edits/edit-errors.ts";
import { brokenThings } from "./integrity.ts";
import { lossKinds } from "./formats/losses.ts";
import { problemKinds } from "./formats/problems.ts";
import { bareInstance } from "./testing/cores.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

/** The constants of a namespace of the assembly, in order of their values, as kebab-case. */
function constants(path: string, namespace: string): string[] {
  const [, body = ""] = new RegExp(`namespace ${namespace} \\{(.*?)\\n\\}`, "s").exec(read(path)) ?? [];
  const found = [...body.matchAll(/const ([A-Z0-9_]+): u32 = (\d+);/g)];
  const named = found.filter(([, name = ""]) => !name.startsWith("LAST_"));
  expect(named.map(([, , value]) => Number(value))).toEqual(named.map((_, index) => index));
  return named.map(([, name = ""]) => name.toLowerCase().replaceAll("_", "-"));
}

test("problems have the same codes in the core and in the catalogue", () => {
  expect(problemKinds.map(({ code }) => code)).toEqual(constants("../assembly/formats/problems.ts", "ProblemCode"));
});

test("problems that leave something out are errors, the others warnings", () => {
  const source = read("../assembly/formats/problems.ts");
  const last = Number(/LAST_SKIPPING: u32 = (\d+)/.exec(source)?.[1]);
  const severities = problemKinds.map(({ severity }) => severity);
  expect(severities).toEqual(severities.map((_, index) => (index <= last ? "error" : "warning")));
});

test("losses have the same kinds in the core and in the catalogue", () => {
  expect(lossKinds.map(({ kind }) => kind)).toEqual(constants("../assembly/formats/losses.ts", "LossKind"));
});

test("edit errors have the same codes in the core and in the catalogue", () => {
  expect(["none", ...editErrorCodes]).toEqual(constants("../assembly/edit/edits.ts", "EditError"));
});

test("integrity has as many sentences as the core has findings", () => {
  expect(brokenThings).toHaveLength(constants("../assembly/query/integrity.ts", "Broken").length);
});

test("the declared exports are those of core.wasm", () => {
  const [, body = ""] = /interface CoreExports \{(.*?)\n\}/s.exec(read("./wasm-exports.ts")) ?? [];
  const declared = [...body.matchAll(/^ {2}(?:readonly )?([a-z0-9_]+)[(:]/gm)].map(([, name]) => name);
  expect(declared.length).toBeGreaterThan(60);
  const exported = Object.keys(bareInstance().exports);
  expect(declared.toSorted()).toEqual(exported.toSorted());
});
