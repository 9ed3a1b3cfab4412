/** Plants what the documentation check must find. */
import { expect, test } from "vitest";
import { checkDocs } from "./check-docs.ts";

const found = (path: string, text: string): readonly string[] => checkDocs([path], [{ path, text }]).problems;

test("finds folders without a README, down to the second level", () => {
  const paths = ["a/README.md", "a/b/c/d.ts", "a/generated/e.ts", ".ci/run"];
  expect(checkDocs(paths, []).problems).toEqual([expect.stringMatching(/^a\/b\/: has no README/)]);
});

test("finds places of one machine", () => {
  for (const place of ["root/x", "home/anna/x", "Users/anna/x", "work/x"]) {
    expect(found("a.ts", `\n"/${place}"`)).toEqual(["a.ts:2: names a place on one machine."]);
  }
  for (const place of ["./root/x", "https://example.org/work/x", "../home/anna/x"])
    expect(found("a.ts", place)).toEqual([]);
});

test("finds what a merge left", () => {
  const halves = [`${"<".repeat(7)} HEAD`, "a", "=".repeat(7), "b", `${">".repeat(7)} 1234567 (b)`];
  const problem = expect.stringContaining("a conflict that a merge left");
  expect(found("a.md", halves.join("\n"))).toEqual([problem, problem]);
  expect(found("a.md", "Title\n=======\n<<a>>")).toEqual([]);
});

test("finds links that lead nowhere", () => {
  expect(found("docs.md", "[a](docs.md) [b](nowhere.md#x) [c](https://example.org) [d](#e)")).toEqual([
    "docs.md:1: the link nowhere.md#x leads nowhere.",
  ]);
});

test("finds files that a table of files leaves out", () => {
  const paths = ["a/README.md", "a/b.ts", "a/c.ts", "a/c.test.ts", "a/d-x.ts", "a/deep/README.md", "a/deep/e.ts"];
  const problems = (text: string) => checkDocs(paths, [{ path: "a/README.md", text }]).problems;
  expect(problems("| file | what |\n|---|---|\n| `b.ts` | b |\n")).toEqual([
    "a/README.md: its table of files does not name c.ts.",
    "a/README.md: its table of files does not name d-x.ts.",
  ]);
  expect(problems("| file | what |\n|---|---|\n| `b.ts`, `d-*.ts` | b; `c.ts` next to it |\n")).toEqual([]);
  expect(problems("| file | what |\n|---|---|\n| `deep/` | others |\n")).toEqual([]);
});

test("finds the loop that AssemblyScript miscompiles", () => {
  const problems = checkDocs([], [{ path: "core-wasm/assembly/a.ts", text: "\nfor ( ; ;) {}" }]).problems;
  expect(problems).toEqual(["core-wasm/assembly/a.ts:2: write `while (true)`."]);
});
