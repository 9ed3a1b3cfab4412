/** `item/{id}/tiles/*`: tiles of large images. */
import { createHash } from "node:crypto";

import type { FastifyReply, FastifyRequest } from "fastify";

import { RequestError } from "../../base/errors.ts";
import type { PyramidFacts } from "../../base/tile-pack.ts";
import type { TileEncoding, TileStyle } from "../../ports/large-image.ts";
import type { MediaServices } from "../../services/media/media-services.ts";
import type { RpcServices } from "../../services/rpc/rpc-services.ts";
import type { Actor } from "../../services/access/actor.ts";
import { mapSize, type OpenOnMap, type OpenPyramid, type TileLook } from "../../services/media/tile.service.ts";
import { maxAgeOf, sendBytes } from "../download.ts";
import type { RegisterRoute } from "../registry.ts";
import type { AlreadySent } from "../sent.ts";

/** The default size of `thumbnail`. */
const thumbnailSize = 256;

export function registerTileRoutes(
  register: RegisterRoute,
  { tiles, rpc }: Pick<MediaServices, "tiles"> & Pick<RpcServices, "rpc">,
): void {
  register("tile.get", async ({ actor, parameters: { id, projection } }) => {
    const { pixels, map } = await tiles.openBoth(actor, id);
    return isOnMap(projection)
      ? describeOnMap(pixels.facts, requireMap(map))
      : describe(pixels.facts, map !== undefined);
  });

  register("tile.internalMetadata", async ({ actor, parameters: { id } }) => {
    const { facts } = await tiles.open(actor, id);
    const { dtype, bandCount, values, geo } = facts;
    return { dtype, bandCount, ...(values === undefined ? {} : { values }), ...(geo === undefined ? {} : { geo }) };
  });

  register("tile.zxy", ({ actor, parameters, request, reply }) => sendTile(actor, parameters, request, reply));

  register("tile.fzxy", ({ actor, parameters, request, reply }) => sendTile(actor, parameters, request, reply));

  register("tile.thumbnail", async ({ actor, parameters, request, reply }) => {
    const open = await tiles.open(actor, parameters.id);
    refuseFrame(parameters.frame);
    const { sizeX, sizeY } = open.facts;
    refuseProjection(parameters.projection);
    const look = lookOf(parameters);
    const size = sizeOf(parameters);
    const isSized = size.width !== undefined || size.height !== undefined;
    const wanted = isSized ? size : { width: thumbnailSize, height: thumbnailSize };
    const whole = { left: 0, top: 0, right: sizeX, bottom: sizeY };
    return await send(request, reply, open, ["part", whole, wanted, look], look, () =>
      tiles.part(open, whole, wanted, look),
    );
  });

  register("tile.region", async ({ actor, parameters, request, reply }) => {
    const open = await tiles.open(actor, parameters.id);
    refuseFrame(parameters.frame);
    refuseProjection(parameters.projection);
    const look = lookOf(parameters);
    const size = sizeOf(parameters);
    const part = partOf(open.facts, parameters);
    return await send(request, reply, open, ["part", part, size, look], look, () => tiles.part(open, part, size, look));
  });

  register("tile.quadInfo", async ({ actor, parameters: { id } }) => {
    await tiles.open(actor, id);
    throw new RequestError("The image has one frame, which needs no textures of several.");
  });

  register("tile.histogram", async ({ actor, parameters: { id, bins, frame } }) => {
    const open = await tiles.open(actor, id);
    refuseFrame(frame);
    return await tiles.histogram(open, bins ?? 256);
  });

  async function sendTile(
    actor: Actor,
    parameters: { id: string; frame?: number; z: number; x: number; y: number } & LookParameters,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AlreadySent> {
    const { pixels, map } = await tiles.openBoth(actor, parameters.id);
    refuseFrame(parameters.frame);
    const { z, x, y } = parameters;
    const look = lookOf(parameters);
    if (!isOnMap(parameters.projection)) {
      const draw = () => tiles.tile(pixels, { z, x, y }, look);
      return await send(request, reply, pixels, ["zxy", z, x, y, look], look, draw);
    }
    const onMap = requireMap(map);
    return await send(request, reply, onMap, ["map", z, x, y, look], look, () =>
      tiles.mapTile(onMap, { z, x, y }, look),
    );
  }

  register("tile.create", ({ actor, parameters }) => rpc.makeTiles(actor, parameters.id));
  register("tile.delete", async ({ actor, parameters }) => ({ deleted: await tiles.remove(actor, parameters.id) }));
}

/** `geospatial` announces that clients may request web map tiles. */
function describe({ sizeX, sizeY, tileSize, levels, dtype, bandCount, geo }: PyramidFacts, hasMap: boolean) {
  const { xmin, ymin, xmax, ymax } = geo ?? { xmin: 0, ymin: 0, xmax: sizeX, ymax: sizeY };
  return {
    sizeX,
    sizeY,
    levels,
    dtype,
    bandCount,
    magnification: null,
    mm_x: null,
    mm_y: null,
    tileWidth: tileSize,
    tileHeight: tileSize,
    sourceSizeX: sizeX,
    sourceSizeY: sizeY,
    sourceLevels: levels,
    bounds: boundsOf(xmin, ymin, xmax, ymax, geo?.srs ?? ""),
    ...(hasMap ? { geospatial: true } : {}),
  };
}

/** The whole web map, of which the image covers `bounds`. */
function describeOnMap(pixels: PyramidFacts, { facts, place }: OpenOnMap) {
  const { sizeX, sizeY, tileSize, levels } = mapSize(place);
  const metres = (2 * halfWorld) / sizeX;
  const [west, north] = [place.x * metres - halfWorld, halfWorld - place.y * metres];
  const bounds = boundsOf(west, north - facts.sizeY * metres, west + facts.sizeX * metres, north, webMap);
  return {
    ...describe(pixels, true),
    sizeX,
    sizeY,
    levels,
    tileWidth: tileSize,
    tileHeight: tileSize,
    projection: webMap,
    bounds,
    sourceBounds: describe(pixels, true).bounds,
  };
}

const boundsOf = (xmin: number, ymin: number, xmax: number, ymax: number, srs: string) => ({
  xmin,
  ymin,
  xmax,
  ymax,
  srs,
  ll: { x: xmin, y: ymin },
  ul: { x: xmin, y: ymax },
  lr: { x: xmax, y: ymin },
  ur: { x: xmax, y: ymax },
});

const webMap = "EPSG:3857";
/** Meters from the center of the map to its edge. */
const halfWorld = Math.PI * 6_378_137;

/** @throws RequestError for any projection other than that of web maps */
function isOnMap(projection: string | undefined): boolean {
  if (projection === undefined || projection === "" || projection === "null") return false;
  if (projection.toUpperCase() === webMap) return true;
  throw new RequestError(`Parameter projection must be ${webMap} or absent.`);
}

function requireMap(map: OpenOnMap | undefined): OpenOnMap {
  if (map !== undefined) return map;
  throw new RequestError("The image has no position on a map: request it without a projection.");
}

function refuseProjection(projection: string | undefined): void {
  if (!isOnMap(projection)) return;
  throw new RequestError("Parts of the image are available only in its own pixels: request them without a projection.");
}

function refuseFrame(frame: number | undefined): void {
  if (frame !== undefined && frame !== 0) throw new RequestError("Frame does not exist", 404);
}

interface LookParameters {
  readonly encoding: string | undefined;
  readonly style: string | undefined;
  readonly projection: string | undefined;
}

function lookOf(parameters: LookParameters): TileLook {
  return { encoding: encodingOf(parameters.encoding), style: styleOf(parameters.style) };
}

function encodingOf(text = "JPEG"): TileEncoding {
  const encoding = text.toUpperCase();
  if (encoding !== "PNG" && encoding !== "JPEG") throw new RequestError("Parameter encoding must be PNG or JPEG.");
  return encoding;
}

/** Black and white; other members of a style are ignored. */
function styleOf(text: string | undefined): TileStyle {
  if (text === undefined || text === "") return {};
  let style: unknown;
  try {
    style = JSON.parse(text);
  } catch {
    throw new RequestError("Parameter style must be a JSON object.");
  }
  if (typeof style !== "object" || style === null || Array.isArray(style)) {
    throw new RequestError("Parameter style must be a JSON object.");
  }
  const { bands } = style as { bands?: unknown };
  const of = (Array.isArray(bands) ? ((bands as unknown[])[0] ?? {}) : style) as Record<string, unknown>;
  const [min, max] = [of["min"], of["max"]].map((one) =>
    typeof one === "number" && Number.isFinite(one) ? one : undefined,
  );
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function sizeOf({ width, height }: { width: number | undefined; height: number | undefined }) {
  for (const size of [width, height]) {
    if (size !== undefined && !(size > 0)) throw new RequestError("Width and height must be positive.");
  }
  return { width, height };
}

function partOf(
  { sizeX, sizeY }: PyramidFacts,
  given: Partial<Record<"left" | "top" | "right" | "bottom", number | undefined>> & { units: string | undefined },
) {
  const { left = 0, top = 0, right, bottom, units = "base_pixels" } = given;
  const isShare = units === "fraction";
  if (!isShare && units !== "base_pixels" && units !== "pixels" && units !== "") {
    throw new RequestError("Parameter units must be base_pixels or fraction.");
  }
  const [across, down] = isShare ? [sizeX, sizeY] : [1, 1];
  const edge = (value: number | undefined, by: number, size: number): number => {
    if (value === undefined) return size;
    // Negative ones count from the other side.
    return value < 0 ? size + value * by : value * by;
  };
  return {
    left: edge(left, across, sizeX),
    top: edge(top, down, sizeY),
    right: edge(right, across, sizeX),
    bottom: edge(bottom, down, sizeY),
  };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { hash, isPublic }: OpenPyramid,
  what: readonly unknown[],
  { encoding }: TileLook,
  draw: () => Promise<Uint8Array>,
): Promise<AlreadySent> {
  const etag = `"${createHash("sha256")
    .update(JSON.stringify([hash, what]))
    .digest("hex")
    .slice(0, 32)}"`;
  const mimeType = encoding === "PNG" ? "image/png" : "image/jpeg";
  return await sendBytes(request, reply, { etag, mimeType, maxAgeSeconds: maxAgeOf(isPublic) }, draw);
}
