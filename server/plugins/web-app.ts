/** Serves the built web app: its files, and its page for every other path outside the API. */
import { access } from "node:fs/promises";
import { join } from "node:path";

import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

import { isApi, refuseUnknownRoute } from "./api-headers.ts";

/** Other servers that pages talk to. */
export interface OtherPlaces {
  /** Where the page may send reports; empty: none. */
  readonly reportUrl: string;
  /** Buckets that browsers read media from. */
  readonly mediaOrigins: readonly string[];
}

/**
 * Scripts and workers only from this server; styles may be inline because the component library needs some. Other sites
 * cannot frame the app, so that users cannot be tricked into clicking in it.
 */
const contentSecurityPolicy = ({ reportUrl, mediaOrigins }: OtherPlaces, pictureOrigins: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    // Logo and icon of the site, which may be on other servers.
    ["img-src 'self' data: blob:", ...pictureOrigins].join(" "),
    "media-src 'self' blob:",
    ["connect-src 'self' blob: data:", ...(reportUrl === "" ? [] : [new URL(reportUrl).origin]), ...mediaOrigins].join(
      " ",
    ),
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** @param pictureOrigins servers of the site's logo and icon */
export async function addWebApp(
  app: FastifyInstance,
  folder: string,
  places: OtherPlaces,
  pictureOrigins: () => Promise<readonly string[]>,
): Promise<void> {
  let policy = contentSecurityPolicy(places, []);
  const isBuilt = await access(join(folder, "index.html")).then(
    () => true,
    () => false,
  );
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      // Sent in place of the files that they compress, never under their own names.
      globIgnore: ["**/*.{br,gz}"],
      // Names of built assets contain a hash of their content; the page that refers to them must always be fresh.
      setHeaders: (reply, path) => {
        const isHashed = /[\\/]assets[\\/]/.test(path);
        if (/[\\/]index\.html/.test(path)) reply.header("content-security-policy", policy);
        reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = (request.method === "GET" || request.method === "HEAD") && !isApi(request.url);
    // A missing asset must not return the page: a browser would try to run it.
    const isAsset = /^\/assets\/|\.(js|css|map|wasm)($|\?)/.test(request.url);
    if (!isPage) refuseUnknownRoute(request.method, request.url);
    if (isAsset) return reply.code(404).type("text/plain").send("Not found");
    // The page is served without them too: it reports an unavailable database itself.
    policy = contentSecurityPolicy(places, await pictureOrigins().catch(() => []));
    reply.header("content-security-policy", policy);
    if (isBuilt) return reply.sendFile("index.html");
    return reply.code(503).type("text/plain").send("The web app has not been built yet. Run: npm run build:web\n");
  });
}
