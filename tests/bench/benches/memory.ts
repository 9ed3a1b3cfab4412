/**
 * Memory while 10,000 pictures are uploaded, listed and exported as a zip archive: of the server's process, and of the
 * page that uploads them. The measure is the growth after the first fifth, which fills caches and compiles code.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { encode } from "fast-png";

import { type ApiClient, uploadFile } from "#schemas";

import { signIn } from "../../crash/crash-rounds.ts";
import { startServerProcess } from "../../support/server-process.ts";
import { clientOf } from "../../support/test-server.ts";
import { openBenchPage } from "../browser/bench-browser.ts";
import { enter } from "../browser/world.ts";
import type { Bench } from "../context.ts";
import type { Row } from "../row.ts";

const count = 10_000;
const first = count / 5;
/** MiB of noise from the memory allocators. */
const noise = 100;

const picture = (n: number): Uint8Array<ArrayBuffer> => {
  const data = new Uint8Array(32 * 24 * 3).map((_, at) => (at * 31 + n * 17) % 251);
  return new Uint8Array(encode({ width: 32, height: 24, data, channels: 3 }));
};
const nameOf = (n: number): string => `${String(n).padStart(5, "0")}.png`;

/** Memory of a process without mapped files. Linux only. */
const megabytesOf = (pid: number): number =>
  Number(/^RssAnon:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** The peak during `work`. */
async function peakOf(pid: number, work: () => Promise<void>): Promise<number> {
  let max = 0;
  const look = setInterval(() => (max = Math.max(max, megabytesOf(pid))), 50);
  await work();
  clearInterval(look);
  return Math.max(max, megabytesOf(pid));
}

const folderFor = async (client: ApiClient, name: string): Promise<string> => {
  const me = await client.call("user.me", {});
  const place = { parentType: "user", parentId: me?._id ?? "", name } as const;
  return (await client.call("folder.create", { ...place, metadata: { fps: 1, type: "image-sequence" } }))._id;
};

async function withServer<T>(
  work: (given: { url: string; token: string; pid: number; client: ApiClient; folder: string }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-bench-memory-"));
  const server = await startServerProcess({ dataFolder: join(folder, "data") });
  try {
    const token = await signIn(server);
    return await work({ url: server.url, pid: server.pid, token, client: clientOf(server.url, token), folder });
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

const growth = (name: string, value: number): Row => ({
  name: `memory, ${name}`,
  value,
  unit: "MiB",
  goal: { of: "value", max: noise },
});

const ofServer: Bench = {
  name: "memory, server",
  run: () =>
    withServer(async ({ client, pid }) => {
      const id = await folderFor(client, "many");
      let next = 0;
      const upTo = async (end: number): Promise<void> => {
        const one = async (): Promise<void> => {
          for (let n = next++; n < end; n = next++) {
            await uploadFile(client, { parentType: "folder", parentId: id, name: nameOf(n) }, new Blob([picture(n)]));
          }
        };
        await Promise.all([one(), one(), one(), one(), one()]);
        next = end;
      };
      await upTo(first);
      const before = megabytesOf(pid);
      const uploading = await peakOf(pid, () => upTo(count));
      const { job_ids: jobs } = await client.call("rpc.postprocess", { id });
      for (const job of jobs) while ((await client.call("job.get", { id: job })).status < 3) await sleep(200);
      const list = async (times: number): Promise<void> => {
        for (let n = 0; n < times; n++) {
          const { imageData } = await client.call("dataset.media", { id });
          if (imageData.length !== count) throw new Error(`${imageData.length} of ${count} pictures are listed.`);
        }
      };
      const listedOnce = await peakOf(pid, () => list(5));
      const listed = await peakOf(pid, () => list(30));
      const zip = async (): Promise<void> => {
        const reply = await client.fetch("dataset.export", { folderIds: [id] });
        let bytes = 0;
        for await (const piece of reply.body ?? []) bytes += (piece as Uint8Array).length;
        if (bytes < count * 500) throw new Error(`The archive has ${bytes} bytes.`);
      };
      const exported = await peakOf(pid, zip);
      return [
        { name: "memory, the server after 2000 pictures", value: before, unit: "MiB" },
        growth("the server: more while 8000 others come", uploading - before),
        growth("the server: more while 10000 are listed 30 times than 5 times", listed - listedOnce),
        growth("the server: more while they leave in a zip archive", exported - listed),
      ];
    }),
};

const ofPage: Bench = {
  name: "memory, page",
  run: () =>
    withServer(async ({ url, token, client, folder }) => {
      const files = join(folder, "files");
      mkdirSync(files);
      for (let n = 0; n < count; n++) writeFileSync(join(files, nameOf(n)), picture(n));
      const id = await folderFor(client, "from the page");
      const bench = await openBenchPage({ atScreenRate: true });
      try {
        const { page } = bench;
        await enter(page, { url, token } as never);
        await page.goto(`${url}/folder/${id}`);
        const names = Array.from({ length: count }, (_, n) => join(files, nameOf(n)));
        await page.getByTestId("upload-files").first().setInputFiles(names, { timeout: 300_000 });
        const start = page.getByRole("dialog", { name: /^Upload/ }).getByRole("button", { name: /^Start/ });
        await start.waitFor({ timeout: 300_000 });
        await start.click({ timeout: 120_000 });
        const sent = async (): Promise<number> => {
          const [dataset] = await client.call("folder.list", { parentType: "folder", parentId: id });
          if (dataset === undefined) return 0;
          return (await client.call("folder.details", { id: dataset._id })).nItems;
        };
        while ((await sent()) < first) await sleep(500);
        const before = (await bench.pageMegabytes()) ?? Number.NaN;
        while ((await sent()) < count) await sleep(500);
        const after = (await bench.pageMegabytes()) ?? Number.NaN;
        return [
          { name: "memory, the page after 2000 pictures", value: before, unit: "MB" },
          growth("the page: more after 10000", after - before),
        ];
      } finally {
        await bench.close();
      }
    }),
};

export const memoryBenches: readonly Bench[] = process.platform === "linux" ? [ofServer, ofPage] : [];
