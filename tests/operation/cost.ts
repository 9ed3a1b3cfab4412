/**
 * Measures what one person costs a server: processor time, memory and bytes of an opened viewer, a save, an upload and a
 * conversion. Prints the table of docs/operation/scaling.md: `npm run cost`. Processor time hardly depends on what else
 * the machine does; elapsed time is not measured.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createClient, JobStatus, uploadFile } from "#schemas";

import { makeBarCodeVideo } from "../support/bar-code-video.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

const tracks = 1000;
const detections = 10;
const megabyte = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "wakeline-cost-"));
const server = await startServerProcess({ dataFolder: join(folder, "data") });
try {
  const { login = "", password = "" } = server.firstStart ?? {};
  const basic = `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`;
  const signIn = await fetch(`${server.url}/api/v1/user/authentication`, { headers: { Authorization: basic } });
  const { authToken, user } = (await signIn.json()) as { authToken: { token: string }; user: { _id: string } };
  const headers = { "Girder-Token": authToken.token };
  const client = createClient({ baseUrl: `${server.url}/api/v1/`, token: () => authToken.token });
  const rows: string[][] = [];
  const row = (what: string, { seconds, megabytes }: Cost, sent: number, note = ""): void => {
    const cpu = seconds < 1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(1)} s`;
    const memory = megabytes < 0.05 ? "none" : `${megabytes.toFixed(1)} MB`;
    const travel = sent < 0.1 * megabyte ? `${Math.round(sent / 1024)} KB` : `${Math.round(sent / megabyte)} MB`;
    rows.push([what, cpu, memory, travel, note]);
  };

  const path = join(folder, "film.mp4");
  makeBarCodeVideo(path, { frames: 750, args: ["-c:v", "libx264", "-g", "50", ...filled("4M")] });
  const film = readFileSync(path);
  const newFolder = async (name: string): Promise<string> => {
    const metadata = { fps: -1, type: "video" };
    const given = { parentType: "user", parentId: user._id, name, metadata } as const;
    return (await client.call("folder.create", given as never))._id;
  };
  const upload = async (folderId: string, name: string, bytes: Uint8Array): Promise<void> => {
    const target = { parentType: "folder", parentId: folderId, name } as const;
    await uploadFile(client, target, new Blob([new Uint8Array(bytes)]));
  };

  // An upload, in the chunks of the app.
  const large = new Uint8Array(256 * megabyte).fill(7);
  const uploads = await newFolder("uploads");
  row("upload of 1 GB", times(await costOf(server, () => upload(uploads, "large.bin", large)), 4), 1024 * megabyte);

  const datasetId = await newFolder("film");
  await upload(datasetId, "film.mp4", film);
  await client.call("rpc.postprocess", { id: datasetId });
  await jobsEnd();
  const upsert = Array.from({ length: tracks }, (_, id) => trackOf(id));
  await client.call("annotation.save", { folderId: datasetId, body: { tracks: { upsert, delete: [] } } });

  // A viewer: the data that it asks for, and half of a film of 15 s in pieces.
  let bytes = 0;
  const get = async (address: string, more: Record<string, string> = {}): Promise<void> => {
    const answer = await fetch(`${server.url}${address}`, { headers: { ...headers, ...more } });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    bytes += (await answer.arrayBuffer()).byteLength;
  };
  const { video } = await client.call("dataset.media", { id: datasetId });
  const openViewer = async (): Promise<void> => {
    for (const one of [
      "user/me",
      `dive_dataset/${datasetId}`,
      `folder/${datasetId}`,
      `dive_dataset/${datasetId}/media`,
    ]) {
      await get(`/api/v1/${one}`);
    }
    await get(`/api/v1/dive_annotation/track?folderId=${datasetId}`);
    await get(`/api/v1/dive_annotation/group?folderId=${datasetId}`);
    const address = new URL(video!.url, server.url).pathname;
    for (let at = 0; at < film.length / 2; at += megabyte) {
      await get(address, { Range: `bytes=${at}-${Math.min(film.length, at + megabyte) - 1}` });
    }
  };
  for (let n = 0; n < 20; n++) await openViewer();
  bytes = 0;
  const opened = await costOf(server, () => repeat(100, openViewer));
  row("opening a viewer", { ...over(opened, 100), megabytes: 0 }, bytes / 100, "1,000 tracks, 7 s of video");

  // Viewers that stay open: each has a stream of messages.
  const stop = new AbortController();
  const stream = `${server.url}/api/v1/notification/stream`;
  const open = await costOf(server, async () => {
    await repeat(500, async () => void (await fetch(stream, { headers, signal: stop.signal })));
  });
  row("a viewer that stays open", { seconds: 0, megabytes: open.megabytes / 500 }, 0, "its stream of messages");
  stop.abort();

  let n = 0;
  const save = async (): Promise<void> => {
    const body = { tracks: { upsert: [trackOf(n++ % tracks)], delete: [] } };
    await client.call("annotation.save", { folderId: datasetId, body });
  };
  await repeat(100, save);
  row("a save of one track", { ...over(await costOf(server, () => repeat(500, save)), 500), megabytes: 0 }, 1024);

  const old = join(folder, "film.avi");
  const size = ["-vf", "scale=1280:720", "-c:v", "mpeg4", "-q:v", "3"];
  makeBarCodeVideo(old, { frames: 750, args: size });
  const other = await newFolder("old");
  const avi = readFileSync(old);
  await upload(other, "film.avi", avi);
  const conversion = await costOf(server, async () => {
    await client.call("rpc.postprocess", { id: other });
    await jobsEnd();
  });
  const note = "720p, 25 pictures a second, the system's ffmpeg";
  row("a conversion, a minute of video", { ...times(conversion, 2), megabytes: 0 }, 2 * avi.length, note);

  const table = [["what", "processor", "memory", "bytes", "of"], ["---", "---", "---", "---", "---"], ...rows];
  for (const cells of table) console.log(`| ${cells.join(" | ")} |`);

  async function jobsEnd(): Promise<void> {
    while ((await client.call("job.queued", {} as never)).outstanding > 0)
      await new Promise((done) => setTimeout(done, 200));
    const failed = await client.call("job.list", { statuses: [JobStatus.error] });
    if (failed.length > 0) throw new Error(`${failed[0]?.title ?? ""} failed`);
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Cost {
  /** Of the processor, with the programs that the server has run. */
  readonly seconds: number;
  /** By which the server has grown. */
  readonly megabytes: number;
}

async function costOf({ pid }: ServerProcess, work: () => Promise<void>): Promise<Cost> {
  const [seconds, megabytes] = usedBy(pid);
  await work();
  const [secondsAfter, megabytesAfter] = usedBy(pid);
  return { seconds: secondsAfter - seconds, megabytes: Math.max(0, megabytesAfter - megabytes) };
}

/** Seconds of the processor, with ended children, and resident megabytes: /proc/PID/stat has 100 ticks a second. */
function usedBy(pid: number): readonly [number, number] {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return [ticks / 100, Number(resident) / 1024];
}

async function repeat(count: number, work: () => Promise<void>): Promise<void> {
  for (let n = 0; n < count; n++) await work();
}

function over({ seconds, megabytes }: Cost, count: number): Cost {
  return { seconds: seconds / count, megabytes: megabytes / count };
}

function times(cost: Cost, count: number): Cost {
  return { ...cost, seconds: cost.seconds * count };
}

function filled(rate: string): string[] {
  return ["-b:v", rate, "-minrate", rate, "-maxrate", rate, "-bufsize", "1M", "-x264-params", "nal-hrd=cbr"];
}

function trackOf(id: number): object {
  const features = Array.from({ length: detections }, (_, frame) => ({
    frame,
    keyframe: true,
    bounds: [frame, id % 40, frame + 20, (id % 40) + 20],
  }));
  return { id, begin: 0, end: detections - 1, attributes: {}, confidencePairs: [["cod", 1]], features };
}
