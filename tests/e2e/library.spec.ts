/** `@wakeline/annotations` in a page and in a worker, bundled with Vite as in its documentation. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { build } from "vite";
import { buildAnnotations } from "../tools/build-annotations.ts";
import { repository } from "../tools/files.ts";

let folder: string;
let server: Server;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-library-"));
  const installed = join(folder, "node_modules/@wakeline/annotations");
  await buildAnnotations(installed);
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), "xmlchars"]) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repository, "node_modules", name), link);
  }
  writeFileSync(join(folder, "index.html"), '<script type="module" src="./page.js"></script>');
  writeFileSync(
    join(folder, "use.js"),
    `import { convert, formatNames, readAnnotations, validate } from "@wakeline/annotations";
export async function use() {
  const text = "0,a.png,0,1,2,3,4,0.5,-1,fish,0.5\\n1,a.png,0,9,2,3,4,0.5,-1,crab,0.5\\n";
  const size = { imageSize: { width: 10, height: 10 } };
  const counts = [];
  for (const to of formatNames) {
    const { bytes } = await convert(new Blob([text]), { to, ...size });
    counts.push(to + " " + (await readAnnotations(bytes, size)).detectionCount);
  }
  const { findings } = await validate(text);
  return { counts, findings: findings.map(({ line, code }) => line + " " + code) };
}`,
  );
  writeFileSync(join(folder, "worker.js"), 'import { use } from "./use.js"; use().then(postMessage);');
  writeFileSync(
    join(folder, "page.js"),
    `import { use } from "./use.js";
window.inPage = use();
window.inWorker = new Promise((resolve, reject) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
});`,
  );
  const assets = { assetsInlineLimit: 0, emptyOutDir: true };
  await build({ root: folder, configFile: false, logLevel: "warn", worker: { format: "es" }, build: assets });
  server = createServer((request, response) => {
    const path = join(folder, "dist", request.url === "/" ? "index.html" : (request.url ?? ""));
    const types: Readonly<Record<string, string>> = {
      ".js": "text/javascript",
      ".html": "text/html",
      ".wasm": "application/wasm",
    };
    response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
    if (!existsSync(path)) response.writeHead(404);
    response.end(existsSync(path) ? readFileSync(path) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
test.afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

test("a page and a worker read, check and convert every format", async ({ page }) => {
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  interface Used {
    readonly counts: readonly string[];
    readonly findings: readonly string[];
  }
  const used = await page.evaluate(async () => {
    const { inPage, inWorker } = window as unknown as { inPage: Promise<Used>; inWorker: Promise<Used> };
    return [await inPage, await inWorker] as const;
  });
  const [inPage, inWorker] = used;
  expect(inWorker).toEqual(inPage);
  expect(inPage.findings).toEqual(["2 box-inverted"]);
  expect(inPage.counts.length).toBeGreaterThan(9);
  for (const count of inPage.counts) expect(count).toMatch(/ [12]$/);
});
