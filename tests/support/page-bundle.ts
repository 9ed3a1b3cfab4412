/** Bundles a small test page (an HTML file with module scripts) in memory, including the product's own modules. */
import { build } from "vite";

/** File contents by path within the page's folder: `index.html`, `assets/...`. */
export async function bundlePage(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: "warn",
    build: { write: false, minify: false, target: "es2023", modulePreload: false },
  });
  const files = new Map<string, Uint8Array>();
  if (Array.isArray(result) || !("output" in result)) throw new Error(`Bundling ${folder} gave no single output.`);
  for (const file of result.output) {
    const content = file.type === "chunk" ? file.code : file.source;
    files.set(file.fileName, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
  return files;
}
