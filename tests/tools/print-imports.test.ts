import { expect, test } from "vitest";
import { withImports } from "./print-imports.ts";

const layers = [
  { path: "a/", may: [] },
  { path: "b/", may: ["a/", "b/"], mayTypes: ["c/"] },
  { path: "b/low/", may: ["a/"], floorOf: "b/" },
  { path: "b/high/", may: ["a/", "b/low/"], floorOf: "b/" },
  { path: "c/", may: [], mayLazily: ["b/"] },
];
const marked = "# b\n<!-- imports: generated from tests/tools/layers.ts -->\nold\n<!-- /imports -->\nmore\n";

test("a README says what its layer may import, who imports it, and the order of its folders", () => {
  expect(withImports("b/README.md", marked, layers)).toBe(`# b
<!-- imports: generated from tests/tools/layers.ts -->
May import \`a\`; types of \`c\`.
Imported by \`c\` (on demand).
Folders from the lowest to the highest: \`low/\`, \`high/\`. Each may import those before it, and types of all.
<!-- /imports -->
more
`);
  expect(withImports("ARCHITECTURE.md", marked, layers)).toContain(
    "| `a` | nothing |\n| `b` | `a`; types of `c` |\n| `c` | on demand `b` |",
  );
});

test("a README without a block may not write about imports, and one with a block only in it", () => {
  expect(withImports("a/README.md", "# a\n", layers)).toBe("# a\n");
  expect(() => withImports("a/README.md", "# a\nMay import `c`.\n", layers)).toThrow("a/README.md: leave imports");
  expect(() => withImports("b/README.md", `${marked}Imported by c.\n`, layers)).toThrow("b/README.md: leave imports");
  expect(() => withImports("d/README.md", marked, layers)).toThrow("d/ is not a layer");
  expect(() => withImports("b/README.md", marked.replace("<!-- /imports -->", ""), layers)).toThrow("is missing");
});
