/** Creates datasets through the API, as clients do. */
import { encode } from "fast-png";
import { uploadFile, type ApiClient } from "#schemas";

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const smallSize: PictureSize = { width: 64, height: 48 };

interface ImageOptions {
  readonly size?: PictureSize;
  readonly fps?: number;
  /** The pictures themselves, as png; by default each is a single gray. */
  readonly picture?: (index: number) => Uint8Array<ArrayBuffer>;
}

/** Creates a small image sequence in the caller's own folder. Returns the id of the dataset. */
export async function createImageDataset(
  client: ApiClient,
  name: string,
  imageCount = 2,
  { size = smallSize, fps = 1, picture = (index) => onePicture(index, size) }: ImageOptions = {},
): Promise<string> {
  const me = await client.call("user.me", {});
  if (me === null) throw new Error("No one is signed in.");
  const metadata = { fps, type: "image-sequence" };
  const folder = await client.call("folder.create", { parentType: "user", parentId: me._id, name, metadata });
  for (let index = 0; index < imageCount; index++) {
    const target = { parentType: "folder", parentId: folder._id, name: `image-${index}.png` } as const;
    await uploadFile(client, target, new Blob([picture(index)], { type: "image/png" }), {
      // If a server goes away, the test must notice immediately.
      retryWaitsMs: [],
    });
  }
  await client.call("rpc.postprocess", { id: folder._id });
  return folder._id;
}

function onePicture(index: number, { width, height }: PictureSize): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(width * height * 3).fill((index * 40) % 256);
  return new Uint8Array(encode({ width, height, data, channels: 3 }));
}
