/**
 * Multi-camera datasets, created through the API as the import dialog does: a folder, in it the dataset of each camera,
 * then `POST dive_dataset/multicam`. The color of a picture encodes its camera and frame.
 */
import { encode } from "fast-png";
import { type ApiClient, type NewMultiCam, uploadFile } from "#schemas";

export interface CameraSketch {
  readonly name: string;
  /** This many plain pictures; without `video` and `pictures` there are 4. */
  readonly images?: number;
  /** Instead of plain pictures: names and bytes. */
  readonly pictures?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** A video that browsers can play (H.264 in mp4, VP8 in webm). */
  readonly video?: { readonly name: string; readonly bytes: Uint8Array };
  /** Annotation rate; default 1 for pictures, -1 (the video's own) for videos. */
  readonly fps?: number;
  /** An annotation file that is imported with the media. */
  readonly annotations?: { readonly name: string; readonly text: string };
}

export interface MultiCamSketch {
  readonly name?: string;
  /** In display order. */
  readonly cameras: readonly CameraSketch[];
  /** Default: stereo for cameras named left and right, multicam for others. */
  readonly subType?: "stereo" | "multicam";
  /** Default: the first camera. */
  readonly defaultDisplay?: string;
  /** Required for more than three cameras, and for different rates. */
  readonly timeAlignment?: NewMultiCam["timeAlignment"];
  /** Stereo only. */
  readonly calibration?: { readonly name: string; readonly bytes: Uint8Array | string };
}

export interface MultiCamDataset {
  readonly id: string;
  readonly name: string;
  /** The dataset of each camera, by name. */
  readonly cameras: Readonly<Record<string, string>>;
}

/** Size of every plain picture, in pixels. */
export const cameraPicture = { width: 320, height: 240 } as const;

/** The color of a plain picture: red encodes the frame, green the camera. */
export function colorOfPicture(camera: number, frame: number): readonly [red: number, green: number, blue: number] {
  return [(frame * 12) % 256, 60 + camera * 40, 90];
}

export async function createMultiCamDataset(client: ApiClient, sketch: MultiCamSketch): Promise<MultiCamDataset> {
  const { name = `rig ${crypto.randomUUID().slice(0, 8)}`, cameras, calibration } = sketch;
  const me = await client.call("user.me", {});
  if (me === null) throw new Error("No one is signed in.");
  const { _id: id } = await client.call("folder.create", { parentType: "user", parentId: me._id, name });
  const made = await Promise.all(cameras.map((camera, index) => createCamera(client, id, camera, index)));
  const isPair = cameras.length === 2 && cameras[0]?.name === "left" && cameras[1]?.name === "right";
  const names = cameras.map((camera) => camera.name);
  const calibrationFileId = calibration && (await addItem(client, id, calibration.name, calibration.bytes));
  await client.call("dataset.createMultiCam", {
    parentFolderId: id,
    body: {
      name,
      fps: -1,
      type: cameras[0]?.video === undefined ? "image-sequence" : "video",
      subType: sketch.subType ?? (isPair ? "stereo" : "multicam"),
      defaultDisplay: sketch.defaultDisplay ?? names[0] ?? "",
      cameras: Object.fromEntries(
        cameras.map(({ name: camera, video }, index) => [
          camera,
          { folderId: made[index] ?? "", type: video === undefined ? "image-sequence" : "video" },
        ]),
      ),
      cameraOrder: names,
      ...(calibrationFileId === undefined ? {} : { calibrationFileId }),
      ...(sketch.timeAlignment === undefined ? {} : { timeAlignment: sketch.timeAlignment }),
    },
  });
  return { id, name, cameras: Object.fromEntries(names.map((camera, index) => [camera, made[index] ?? ""])) };
}

async function createCamera(client: ApiClient, parentId: string, camera: CameraSketch, index: number): Promise<string> {
  const { name, video, images = 4, pictures = plainPictures(index, images), annotations } = camera;
  const fps = camera.fps ?? (video === undefined ? 1 : -1);
  const metadata = { fps, type: video === undefined ? "image-sequence" : "video" };
  const { _id: id } = await client.call("folder.create", { parentType: "folder", parentId, name, metadata });
  const files = video === undefined ? pictures : [video];
  await Promise.all(files.map((file) => add(client, id, file.name, file.bytes)));
  if (annotations !== undefined) await add(client, id, annotations.name, annotations.text);
  const { job_ids: jobs } = await client.call("rpc.postprocess", { id, skipTranscoding: true });
  for (const job of jobs) await jobEnd(client, job);
  return id;
}

function plainPictures(camera: number, count: number) {
  return Array.from({ length: count }, (_, frame) => {
    const data = new Uint8Array(cameraPicture.width * cameraPicture.height * 3);
    for (let at = 0; at < data.length; at += 3) data.set(colorOfPicture(camera, frame), at);
    return {
      name: `image-${String(frame).padStart(3, "0")}.png`,
      bytes: encode({ ...cameraPicture, data, channels: 3 }),
    };
  });
}

async function add(client: ApiClient, folderId: string, name: string, content: Uint8Array | string): Promise<void> {
  const blob = new Blob([typeof content === "string" ? content : new Uint8Array(content)]);
  await uploadFile(client, { parentType: "folder", parentId: folderId, name }, blob);
}

async function addItem(client: ApiClient, folderId: string, name: string, content: Uint8Array | string) {
  await add(client, folderId, name, content);
  return (await client.call("item.list", { folderId })).find((item) => item.name === name)?._id;
}

async function jobEnd(client: ApiClient, id: string): Promise<void> {
  // 3, 4, 5: succeeded, failed, cancelled.
  for (let job = await client.call("job.get", { id }); job.status !== 3; job = await client.call("job.get", { id })) {
    if (job.status > 3) throw new Error(`A camera could not be converted: ${job.log?.at(-1) ?? ""}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
