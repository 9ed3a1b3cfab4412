/** `item/{id}/tiles/*`: large images piece by piece. */
import { createHash } from "node:crypto";

import type { FastifyReply, FastifyRequest } from "fastify";

import { RequestError } from "../../base/errors.ts";
import type { PyramidFacts } from "../../base/tile-pack.ts";
import type { TileEncoding, TileStyle } from "../../ports/large-image.ts";
import type { Services } from "../../services/index.ts";
import type { OpenPyramid, TileLook } from "../../services/tile.service.ts";
import { sendBytes } from "../download.ts";
import type { RegisterRoute } from "../registry.ts";
import type { Sent } from "../sent.ts";

/** Seconds: tiles of one content never change. */
const hourS = 3600;
/** What `thumbnail` is as large as when nobody says. */
const thumbnailSize = 256;

export function registerTileRoutes(register: RegisterRoute, { tiles, rpc }: Pick<Services, "tiles" | "rpc">): void {
  register("tile.get", async ({ actor, parameters: { id, projection } }) => {
    const { facts } = await tiles.open(actor, id);
    refuseProjection(projection);
    return describe(facts);
  });

  register("tile.internalMetadata", async ({ actor, parameters: { id } }) => {
    const { facts } = await tiles.open(actor, id);
    const { dtype, bandCount, values, geo } = facts;
    return { dtype, bandCount, ...(values === undefined ? {} : { values }), ...(geo === undefined ? {} : { geo }) };
  });

  register("tile.zxy", async ({ actor, parameters, request, reply }) => {
    const open = await tiles.open(actor, parameters.id);
    const { z, x, y } = parameters;
    const look = lookOf(parameters);
    return await send(request, reply, open, ["zxy", z, x, y, look], look, () => tiles.tile(open, { z, x, y }, look));
  });

  register("tile.fzxy", async ({ actor, parameters, request, reply }) => {
    const open = await tiles.open(actor, parameters.id);
    refuseFrame(parameters.frame);
    const { z, x, y } = parameters;
    const look = lookOf(parameters);
    return await send(request, reply, open, ["zxy", z, x, y, look], look, () => tiles.tile(open, { z, x, y }, look));
  });

  register("tile.thumbnail", async ({ actor, parameters, request, reply }) => {
    const open = await tiles.open(actor, parameters.id);
    refuseFrame(parameters.frame);
    const { sizeX, sizeY } = open.facts;
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

  register("tile.create", ({ actor, parameters }) => rpc.makeTiles(actor, parameters.id));
  register("tile.delete", async ({ actor, parameters }) => ({ deleted: await tiles.remove(actor, parameters.id) }));
}

/**
 * Without `geospatial`: clients would ask for tiles in the projection of web maps then, and these are tiles of the pixels.
 */
function describe({ sizeX, sizeY, tileSize, levels, dtype, bandCount, geo }: PyramidFacts) {
  const { xmin, ymin, xmax, ymax } = geo ?? { xmin: 0, ymin: 0, xmax: sizeX, ymax: sizeY };
  return {
    ...{ sizeX, sizeY, levels, dtype, bandCount, magnification: null, mm_x: null, mm_y: null },
    ...{ tileWidth: tileSize, tileHeight: tileSize, sourceSizeX: sizeX, sourceSizeY: sizeY, sourceLevels: levels },
    bounds: {
      ...{ xmin, ymin, xmax, ymax, srs: geo?.srs ?? "" },
      ...{ ll: { x: xmin, y: ymin }, ul: { x: xmin, y: ymax } },
      ...{ lr: { x: xmax, y: ymin }, ur: { x: xmax, y: ymax } },
    },
  };
}

function refuseProjection(projection: string | undefined): void {
  if (projection === undefined || projection === "" || projection === "null") return;
  throw new RequestError("Tiles are there in the image's own pixels only: ask without a projection.");
}

function refuseFrame(frame: number | undefined): void {
  if (frame !== undefined && frame !== 0) throw new RequestError("Frame does not exist", 404);
}

function lookOf(parameters: {
  encoding: string | undefined;
  style: string | undefined;
  projection: string | undefined;
}): TileLook {
  refuseProjection(parameters.projection);
  return { encoding: encodingOf(parameters.encoding), style: styleOf(parameters.style) };
}

function encodingOf(text = "JPEG"): TileEncoding {
  const encoding = text.toUpperCase();
  if (encoding !== "PNG" && encoding !== "JPEG") throw new RequestError("Parameter encoding must be PNG or JPEG.");
  return encoding;
}

/** Of all that a style may say, the values that are black and white. */
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
  { hash }: OpenPyramid,
  what: readonly unknown[],
  { encoding }: TileLook,
  draw: () => Promise<Uint8Array>,
): Promise<Sent> {
  const etag = `"${createHash("sha256")
    .update(JSON.stringify([hash, what]))
    .digest("hex")
    .slice(0, 32)}"`;
  const mimeType = encoding === "PNG" ? "image/png" : "image/jpeg";
  return await sendBytes(request, reply, { etag, mimeType, maxAgeSeconds: hourS }, draw);
}
