/** Where packs run: on the graphics processor only if there is a real one. The adapters are those that browsers report. */
import { expect, test } from "vitest";

import { chooseBackend, type Gpu } from "./pack-runtime.ts";

type Adapter = Awaited<ReturnType<Gpu["requestAdapter"]>>;
const gpuWith = (adapter: Adapter): Gpu => ({ requestAdapter: async () => adapter });

test("WebGPU on hardware", async () => {
  expect(await chooseBackend(gpuWith({ info: { isFallbackAdapter: false, architecture: "gen-12lp" } }))).toBe("webgpu");
  expect(await chooseBackend(gpuWith({ info: { architecture: "apple-2" } }))).toBe("webgpu");
});

test("WebAssembly where the graphics processor is a program, there is none, or it cannot be asked", async () => {
  for (const adapter of [
    null,
    { info: { isFallbackAdapter: true } },
    { isFallbackAdapter: true },
    { info: { isFallbackAdapter: false, architecture: "swiftshader" } },
  ]) {
    expect(await chooseBackend(gpuWith(adapter))).toBe("wasm");
  }
  expect(await chooseBackend({ requestAdapter: () => Promise.reject(new Error("blocked")) })).toBe("wasm");
  expect(await chooseBackend()).toBe("wasm");
});
