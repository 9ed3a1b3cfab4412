/** Between command line and server: every transcript of two folders, each with its own user. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestServer, startTestServer } from "../support/test-server.ts";
import { squareManifest, squareModel } from "../support/square-pack.ts";
import { makeBarCodeVideo, readPackets } from "../support/bar-code-video.ts";
import { installTrainer } from "../support/trainer.ts";
import { buildZip, type HostileEntry } from "../contract/bad-inputs/build-archive.ts";
import { makeRigArchive } from "../contract/make-rig-archive.ts";
import { isWanted } from "../tools/short-tests.ts";
import { type Workspace, howToAccept, runTranscript } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const root = fileURLToPath(new URL("./transcripts/", import.meta.url));
/** Also documentation. */
const day = "../../../docs/recipes/day.txt";
const transcripts = ["server", "signed-in"]
  .flatMap((folder) =>
    readdirSync(root + folder)
      .filter((name) => name.endsWith(".txt"))
      .map((name) => `${folder}/${name}`),
  )
  .concat(day)
  .filter(isWanted);

let server: TestServer;
let programs: string;
/** A media source on the server's disk. */
let media: string;
let deadServer: string;
/** The same server under another host name: to the command line it is a different one. */
let otherAddress: string;
beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), "wakeline-programs-"));
  installTrainer(programs);
  listAddons(programs);
  media = mkdtempSync(join(tmpdir(), "wakeline-media-"));
  server = await startTestServer({ registrationPolicy: "open", pipelinesFolder: programs, mediaRoots: [media] });
  otherAddress = server.url.replace("127.0.0.1", "localhost");
  deadServer = await addressOfNobody();
});
afterAll(async () => {
  await server?.close();
  for (const folder of [programs, media]) rmSync(folder, { recursive: true, force: true });
});

test("there are transcripts", () => {
  expect(transcripts.length).toBeGreaterThan(0);
});

test.each(transcripts)("%s", async (name) => {
  const login = `user-${name.replaceAll(/[^a-z]/g, "").slice(0, 20)}`;
  const user = await server.createUser(login);
  const isSignedIn = !name.startsWith("server/");
  const { expected, actual } = await runTranscript(root + name, {
    names: {
      server: server.url,
      user: login,
      password: user.password,
      token: user.token,
      deadServer,
      otherAddress,
      key: await makeKey(user.token),
      media,
      admin: server.token,
    },
    volatile: [
      [/^[0-9A-Za-z]{40}$/gm, "{made key}"],
      [/\b[0-9A-Za-z]{4}…/g, "{hint}…"],
      [/\b[0-9a-f]{24}\b/g, "{id}"],
      [/\b\d{4}-\d\d-\d\d\b/g, "{date}"],
    ],
    env: isSignedIn ? { WAKELINE_SERVER: server.url, WAKELINE_TOKEN: user.token } : {},
    isHere: true,
    prepare(workspace) {
      putImages(workspace);
      if (name === "signed-in/upload-archive.txt") putVideoArchives(workspace);
    },
  });
  expect(actual, howToAccept).toBe(expected);
});

/** One that is installed as it is listed, and one at an address that no server fetches from. */
function listAddons(folder: string): void {
  const model = squareModel();
  const squares = { name: "Squares", url: "https://127.0.0.1:1/squares.zip", checksum: "1".repeat(64) };
  mkdirSync(join(folder, "Squares"));
  writeFileSync(join(folder, "Squares", "pack.json"), JSON.stringify(squareManifest(model)));
  writeFileSync(join(folder, "Squares", "model.onnx"), model);
  writeFileSync(join(folder, "Squares", "addon.json"), JSON.stringify(squares));
  const fish = { name: "Fish", url: "https://127.0.0.1:1/fish.zip", checksum: "0".repeat(64) };
  const listed = [
    { ...fish, description: "Finds fish" },
    { ...squares, description: "Finds squares" },
  ];
  writeFileSync(join(folder, "addons.json"), JSON.stringify(listed));
}

async function makeKey(token: string): Promise<string> {
  const address = `${server.url}/api/v1/api_key?name=script`;
  const reply = await fetch(address, { method: "POST", headers: { "Girder-Token": token } });
  return ((await reply.json()) as { key: string }).key;
}

/** A folder with two pictures, and the calibration of a pair of cameras. */
function putImages({ folder }: Workspace): void {
  mkdirSync(join(folder, "reef"));
  const camera = [900, 0, 32, 0, 900, 24, 0, 0, 1];
  const calibration = { M1: camera, M2: camera, R: [1, 0, 0, 0, 1, 0, 0, 0, 1], T: [-120, 0, 0] };
  writeFileSync(join(folder, "rig.json"), JSON.stringify(calibration));
  const pictures: HostileEntry[] = [];
  for (const [name, brightness] of [
    ["a.png", 50],
    ["b.png", 150],
  ] as const) {
    const data = new Uint8Array(64 * 48 * 3).fill(brightness);
    const content = encode({ width: 64, height: 48, data, channels: 3 });
    writeFileSync(join(folder, "reef", name), content);
    pictures.push({ name, content });
  }
  const inside = (name: string): HostileEntry[] =>
    pictures.map((one) => ({ ...one, name: `${name}/${String(one.name)}` }));
  const csv = { name: "left/tracks.csv", content: "0,b.png,1,1,2,3,4,0.5,-1,ray,0.5\n" };
  writeFileSync(join(folder, "dives.zip"), buildZip([...inside("left"), ...inside("right"), csv]));
  writeFileSync(join(folder, "slips.zip"), buildZip([{ name: "../slipped.png", content: "x" }]));
}

/** Archives of videos, two of them with damaged ones. */
function putVideoArchives({ folder }: Workspace): void {
  const videos = mkdtempSync(join(tmpdir(), "wakeline-videos-"));
  const none = { name: "dives/none/none.avi", content: "RIFF\0\0\0\0AVI LIST, and nothing that could be decoded" };
  const cut = { name: "dives/cut/cut.mp4", content: makeCutVideo(videos) };
  const left = ["a.png", "b.png"].map((name) => ({
    name: `left/${name}`,
    content: readFileSync(join(folder, "reef", name)),
  }));
  writeFileSync(join(folder, "damaged.zip"), buildZip([none, cut, ...left]));
  writeFileSync(join(folder, "pair.zip"), makeRigArchive(videos));
  writeFileSync(join(folder, "half.zip"), makeRigArchive(videos, { broken: "left" }));
  rmSync(videos, { recursive: true });
}

/** The second half of its pictures is missing. */
function makeCutVideo(folder: string): Buffer {
  const path = join(folder, "cut.mp4");
  makeBarCodeVideo(path, { args: ["-c:v", "libx264", "-movflags", "+faststart"] });
  const content = readFileSync(path);
  const middle = readPackets(path)[20]?.pos;
  return content.subarray(0, middle);
}

/** URL of a server that is not running any longer. */
async function addressOfNobody(): Promise<string> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return `http://127.0.0.1:${port}`;
}
