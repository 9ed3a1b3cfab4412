/** Plants one violation of every kind and requires that the check finds it, and nothing else. */
import { expect, test } from "vitest";
import { checkImports, importsOf, projectImportRules, projectSources, type ImportRules } from "./check-imports.ts";

const rules: ImportRules = { ...projectImportRules(), debt: [], circles: [] };

function problemsOf(path: string, text: string, others: Record<string, string> = {}): readonly string[] {
  const files = [{ path, text }, ...Object.entries(others).map(([other, body]) => ({ path: other, text: body }))];
  return checkImports(files, rules).problems;
}

const targets = {
  "core-wasm/host/index.ts": "",
  "core-wasm/host/testing/cores.ts": "",
  "core-wasm/host/types.ts": "",
  "schemas/index.ts": "",
  "schemas/routes.ts": "",
  "server/main.ts": "",
  "server/adapters/disk/blob-store.ts": "",
  "server/ports/index.ts": "",
  "tests/contract/world.ts": "",
  "web/app/app.css": "",
  "web/base/viewport.ts": "",
  "web/viewer/Viewer.tsx": "",
  "web/features/A.tsx": "",
  "web/session/workspace.ts": "",
};

const planted: readonly (readonly [what: string, path: string, text: string, found: string])[] = [
  [
    "a layer above",
    "web/base/a.ts",
    `import { s } from "../session/workspace.ts";`,
    "web/base/ may not import web/session/",
  ],
  [
    "a layer next to it",
    "web/data/A.tsx",
    `import { V } from "../viewer/Viewer.tsx";`,
    "web/data/ may not import web/viewer/",
  ],
  [
    "a page in what pages share",
    "web/features/A.tsx",
    `import { V } from "../viewer/Viewer.tsx";`,
    "web/features/ may not import web/viewer/",
  ],
  [
    "what pages share in what asks the server",
    "web/queries/a.ts",
    `import { A } from "../features/A.tsx";`,
    "web/queries/ may not import web/features/",
  ],
  [
    "React among the questions",
    "web/queries/a.ts",
    `import { useQuery } from "@tanstack/react-query";`,
    "`@tanstack/react-query` only in",
  ],
  ["another part, re-exported", "schemas/a.ts", `export * from "../web/base/viewport.ts";`, "may not import web/base/"],
  [
    "the core through its alias",
    "web/api/a.ts",
    `import { load } from "#core";`,
    "web/api/ may not import core-wasm/host/",
  ],
  ["a value where only types may go", "web/render/a.ts", `import { FrameNumber } from "#core/types";`, "Types only"],
  [
    "an eager import where only a lazy one may go",
    "cli/commands/serve.ts",
    `import "../../server/main.ts";`,
    "Lazily only",
  ],
  [
    "a lazy import",
    "server/routes/v1/a.ts",
    `await import("../../adapters/disk/blob-store.ts");`,
    "may not import server/adapters/",
  ],
  [
    "a type in an expression",
    "schemas/a.ts",
    `type T = import("../server/main.ts").T;`,
    "may not import server/main.ts",
  ],
  [
    "a worker",
    "web/base/a.ts",
    `new Worker(new URL("../session/workspace.ts", import.meta.url));`,
    "may not import web/session/",
  ],
  [
    "a layer in a test next to the code",
    "web/base/a.test.ts",
    `import "../session/workspace.ts";`,
    "may not import web/session/",
  ],
  ["React outside the panels", "web/session/a.ts", `import { useState } from "react";`, "`react` only in"],
  ["React's types", "web/editor/a.ts", `import type { ReactNode } from "react";`, "`react` only in"],
  ["a scope", "web/media/a.ts", `import { Box } from "@mantine/core";`, "`@mantine/core` only in"],
  ["WebGL outside the renderer", "web/viewer/A.tsx", `import * as twgl from "twgl.js";`, "`twgl.js` only in"],
  [
    "fastify in a service",
    "server/services/a.ts",
    `import type { FastifyRequest } from "fastify";`,
    "`fastify` only in",
  ],
  [
    "SQL outside the adapters",
    "server/services/a.ts",
    `import { DatabaseSync } from "node:sqlite";`,
    "`node:sqlite` only in",
  ],
  ["undici outside the command line", "server/services/a.ts", `import { request } from "undici";`, "`undici` only in"],
  ["Node in the browser", "web/app/a.ts", `import { readFileSync } from "node:fs";`, "`node:fs` only in"],
  ["Node without node:", "server/services/a.ts", `import { readFileSync } from "fs";`, "write `node:fs`"],
  ["a package that is not declared", "cli/a.ts", `import chalk from "chalk";`, "not a dependency"],
  ["a package of developers", "server/services/a.ts", `import { test } from "vitest";`, "is a package of developers"],
  [
    "S3 outside the adapters",
    "server/services/a.ts",
    `import { S3Client } from "@aws-sdk/client-s3";`,
    "`@aws-sdk/client-s3` only in",
  ],
  ["WebSockets in a service", "server/services/a.ts", `import { WebSocketServer } from "ws";`, "`ws` only in"],
  [
    "a lazy import in a template",
    "web/base/a.ts",
    "await import(`../session/workspace.ts`);",
    "may not import web/session/",
  ],
  [
    "helpers of tests",
    "core-wasm/host/a.ts",
    `import { frame } from "./testing/cores.ts";`,
    "may not import core-wasm/host/testing/",
  ],
  [
    "a build script",
    "tests/tools/a.ts",
    `import { main } from "../../server/main.ts";`,
    "may not import server/main.ts",
  ],
  [
    "one test's own files in the helpers of all",
    "tests/support/a.ts",
    `import { people } from "../contract/world.ts";`,
    "tests/support/ may not import tests/",
  ],
  ["a file that does not exist", "cli/a.ts", `import { b } from "./nowhere.ts";`, "does not exist"],
  ["an alias that does not exist", "cli/a.ts", `import { b } from "#nowhere";`, "not among the imports"],
  ["a file outside every layer", "scripts/a.ts", ``, "belongs to no layer"],
  [
    "an AssemblyScript package",
    "core-wasm/assembly/a.ts",
    `import { JSON } from "json-as";`,
    "AssemblyScript has no packages",
  ],
];

test.each(planted)("finds %s", (_what, path, text, found) => {
  const problems = problemsOf(path, text, targets);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(found);
});

test("lets pass what the table allows", () => {
  const good: readonly (readonly [path: string, text: string])[] = [
    ["web/render/a.ts", `import type { FrameNumber } from "#core/types"; import * as twgl from "twgl.js";`],
    [
      "web/app/a.tsx",
      `import { V } from "../viewer/Viewer.tsx"; import { useState } from "react"; import "./app.css";`,
    ],
    ["cli/commands/serve.ts", `const { main } = await import("../../server/main.ts");`],
    ["server/adapters/disk/a.ts", `import type { BlobStore } from "../../ports/index.ts"; import fs from "node:fs";`],
    ["web/session/a.ts", `import { load } from "#core"; import { routes } from "#schemas/routes";`],
  ];
  for (const [path, text] of good) expect(problemsOf(path, text, targets)).toEqual([]);
});

test("reports the line, and reads files with function decorators", () => {
  expect(
    importsOf({
      path: "core-wasm/assembly/a.ts",
      text: `// one\n\nimport { b } from "./b";\n@inline\nfunction c(): void {}`,
    }),
  ).toEqual([{ specifier: "./b", kind: "value", line: 3 }]);
});

test("debt is let pass once, and must be deleted when it is repaid", () => {
  const file = { path: "schemas/a.ts", text: `import "../web/base/viewport.ts";` };
  const owed = { from: file.path, to: "../web/base/viewport.ts", why: "test" };
  const viewport = { path: "web/base/viewport.ts", text: "" };
  expect(checkImports([file, viewport], { ...rules, debt: [owed] }).problems).toEqual([]);
  expect(checkImports([{ ...file, text: "" }, viewport], { ...rules, debt: [owed] }).problems).toEqual([
    expect.stringContaining("is repaid"),
  ]);
});

test("finds circles, by types too, and circles that are allowed and gone", () => {
  const files = [
    { path: "web/base/a.ts", text: `import { b } from "./b.ts";` },
    { path: "web/base/b.ts", text: `import type { C } from "./c.ts";` },
    { path: "web/base/c.ts", text: `export * from "./a.ts";` },
    { path: "web/base/d.ts", text: `import { a } from "./a.ts"; const e = () => import("./e.ts");` },
    { path: "web/base/e.ts", text: `import { d } from "./d.ts";` },
  ];
  const circle = ["web/base/a.ts", "web/base/b.ts", "web/base/c.ts"];
  expect(checkImports(files, rules).problems).toEqual([expect.stringContaining(circle.join(" <-> "))]);
  expect(checkImports(files, { ...rules, circles: [circle] }).problems).toEqual([]);
  expect(checkImports([], { ...rules, circles: [circle] }).problems).toEqual([expect.stringContaining("is gone")]);
});

test("sees the real files", () => {
  const paths = projectSources().map((file) => file.path);
  expect(paths).toContain("tests/tools/check-imports.test.ts");
  expect(paths).toContain("vite.config.ts");
  const empty = rules.layers.filter(({ path }) => !paths.some((file) => file.startsWith(path)));
  expect(empty, "layers without a file").toEqual([]);
});
