/** Our own lint rules find planted violations, and nothing else. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Lines that a rule complains about. */
function linesOf(rule: string, code: readonly string[], file = "planted.js"): number[] {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-lint-"));
  try {
    writeFileSync(join(folder, file), code.join("\n"));
    const config = {
      jsPlugins: [join(root, "tests/tools/lint-rules.js")],
      categories: { correctness: "off" },
      rules: { [`wakeline/${rule}`]: "error" },
    };
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    const args = ["-c", join(folder, "config.json"), "--no-ignore", "-f", "unix", folder];
    const { stdout } = spawnSync(join(root, "node_modules/.bin/oxlint"), args, { encoding: "utf8" });
    return [...stdout.matchAll(/planted\.jsx?:(\d+):/g)].map((match) => Number(match[1]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("metadata are not read by key", () => {
  const code = [
    'export const a = (folder) => folder.meta["fps"];',
    "export const b = (item) => item?.meta?.codec;",
    "export function c({ meta }) {",
    "  const { type } = meta;",
    "  return [type, meta.fps];",
    "}",
    "export const d = (folder, meta, key) => [folder.meta, { ...meta, fps: 1 }, meta[key], import.meta.url];",
    'export const e = (meta) => void (meta["fps"] = 1);',
  ];
  expect(linesOf("no-meta-keys", code)).toEqual([1, 2, 4, 5]);
});

test("members are written in their object, not spread into it from another literal", () => {
  const code = [
    "export const a = { ...{ b: 1 }, c: 2 };",
    "export const d = { ...a, ...(a.c === 2 ? { e: 1 } : {}) };",
  ];
  expect(linesOf("no-spread-literal", code)).toEqual([1]);
});

test("endless loops are written one way", () => {
  expect(linesOf("no-for-ever", ["for (;;) break;", "while (true) break;"])).toEqual([1]);
});

test("messages of errors are not compared", () => {
  const code = [
    'export const a = (error) => error.message === "gone";',
    'export const b = (error) => error?.message.includes("gone");',
    "export const c = (error) => /gone/.test(error.message);",
    'export const d = (error) => [error.message !== "", error.message.trim(), error.code === "gone"];',
    "export const e = ({ message }) => /gone/.exec(message);",
  ];
  expect(linesOf("no-message-match", code)).toEqual([1, 2, 3, 5]);
});

test("what people read is not written into components", () => {
  const code = [
    "export const a = <p>Save all</p>;",
    'export const b = <p title="Save">{"all of it"}</p>;',
    'export const c = <input placeholder="Name" />;',
    'export const d = <p title={t("a.b")} className="big" role="status">{t("a.c")} · {count} %</p>;',
  ];
  expect(linesOf("no-prose", code, "planted.jsx")).toEqual([1, 2, 2, 3]);
});

test("bytes of files have one reader", () => {
  const code = [
    "const a = ports.blobs.read(hash);",
    "const b = blobs.withLocalFile(hash, work);",
    'const c = file?.content?.kind === "blob";',
    "const d = content.kind;",
    "const e = blobs.has(hash) && content.read() && job.kind;",
  ];
  expect(linesOf("one-reader", code)).toEqual([1, 2, 3, 4]);
});

test("constants are written like other names", () => {
  const code = ["const MAX_ROWS = 1;", "const A = { MAX_ROWS };", "export const { MIN } = A, maxRows = 2, Type = 3;"];
  expect(linesOf("constant-names", code)).toEqual([1]);
});

test("lines of comments are short", () => {
  const long = "so many words ".repeat(9);
  const code = [
    `// ${long}`,
    `/** ${long} */`,
    "/**",
    ` * ${long}`,
    " * few words",
    " */",
    `export const a = "${long}"; // few words`,
    `export const b = 1; // ${long}`,
  ];
  expect(linesOf("short-comments", code)).toEqual([1, 2, 4]);
});
