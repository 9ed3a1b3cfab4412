/** Annotations as clients send and read them. */
import type { ApiClient } from "#schemas";

/** With two keyframes. */
export const track = (id: number, type = "fish", more: object = {}): Record<string, unknown> => ({
  id,
  begin: 0,
  end: 1,
  confidencePairs: [[type, 0.75]],
  features: [
    { frame: 0, bounds: [1, 2, 30, 40], keyframe: true, interpolate: true },
    { frame: 1, bounds: [3, 4, 32, 42], keyframe: true },
  ],
  ...more,
});

export async function trackIdsOf(
  client: ApiClient,
  folderId: string,
  query: { set?: string; revision?: number } = {},
): Promise<number[]> {
  const tracks = await client.call("annotation.tracks", { folderId, ...query });
  return tracks.map(({ id }) => id);
}
