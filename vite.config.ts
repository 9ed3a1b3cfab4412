/**
 * Builds the web app from web/ into dist/web, which the server serves. In development Vite serves it with hot reload
 * and passes the api on to the real server.
 */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./tests/tools/precompress.ts";

const repository = fileURLToPath(new URL(".", import.meta.url));
const server = process.env["WAKELINE_SERVER"] ?? "http://127.0.0.1:8010";
const passOn = { target: server, changeOrigin: false };

export default defineConfig({
  root: `${repository}web`,
  cacheDir: `${repository}.cache/vite`,
  plugins: [react(), precompress()],
  build: {
    outDir: `${repository}dist/web`,
    emptyOutDir: true,
    target: "es2023",
    sourcemap: true,
    // Kilobytes. The viewer's chunk carries the video demuxer and is loaded when the first dataset is opened.
    chunkSizeWarningLimit: 700,
    // Fetched while it compiles, so it must stay a file of its own.
    assetsInlineLimit: (file) => (file.endsWith(".wasm") ? false : undefined),
  },
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    port: 8011,
    strictPort: true,
    fs: { allow: [repository] },
    proxy: { "/api": passOn, "/girder": passOn, "/notifications": { ...passOn, ws: true } },
  },
});
