/**
 * GDAL, compiled to WebAssembly. It can access only two folders of the machine, one to read and one to write, and no
 * network. It never frees its memory, so only programs that exit load it, one instance per process.
 */
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

import type { GdalApi, GdalDataset } from "gdal3.js/node.js";

/** Part of the output of `gdalinfo`. */
export interface RasterInfo {
  readonly driverShortName: string;
  readonly size: readonly [width: number, height: number];
  readonly coordinateSystem?: { readonly wkt?: string };
  readonly geoTransform?: readonly number[];
  readonly gcps?: object;
  readonly bands: readonly {
    readonly type: string;
    readonly colorInterpretation?: string;
    readonly noDataValue?: number | string;
  }[];
  readonly metadata?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export class GdalError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GdalError";
  }
}

export interface OpenRaster {
  readonly info: RasterInfo;
  readonly dataset: GdalDataset;
}

export class Gdal {
  readonly #api: GdalApi;
  readonly #errors: string[];

  private constructor(api: GdalApi, errors: string[]) {
    this.#api = api;
    this.#errors = errors;
  }

  static async load(input: string, output: string): Promise<Gdal> {
    const { default: init } = await import("gdal3.js/node.js");
    const errors: string[] = [];
    const files = `${dirname(fileURLToPath(import.meta.resolve("gdal3.js/package.json")))}/dist/package`;
    const api = await init({
      // It prepends "./".
      path: relative(process.cwd(), files),
      dest: output,
      env: { GDAL_CACHEMAX: "128", GDAL_PAM_ENABLED: "NO" },
      logHandler: () => undefined,
      errorHandler: (text) => {
        if (/^ERROR \d/.test(text)) errors.push(text.replace(/^ERROR \d+: /, ""));
      },
    });
    const { FS, NODEFS } = api.Module;
    FS.mount(NODEFS, { root: input }, "/input");
    FS.chdir("/input");
    return new Gdal(api, errors);
  }

  /** @param path `/input/...` or `/output/...` @throws GdalError */
  async open(path: string): Promise<OpenRaster> {
    return await this.#run(async () => {
      const { datasets } = await this.#api.open(path);
      const [dataset] = datasets;
      if (dataset === undefined) throw new GdalError(this.#errors[0] ?? "It is of no kind that GDAL knows.");
      const info = (await this.#api.gdalinfo(dataset)) as RasterInfo;
      return { dataset, info };
    });
  }

  /** @returns the path where GDAL finds it @throws GdalError also if a part of the picture cannot be read */
  async translate({ dataset }: OpenRaster, options: string[], name: string): Promise<{ local: string; real: string }> {
    return await this.#run(() => this.#api.gdal_translate(dataset, options, name));
  }

  /** @throws GdalError also if a part of the picture cannot be read */
  async warp({ dataset }: OpenRaster, options: string[], name: string): Promise<{ local: string; real: string }> {
    return await this.#run(() => this.#api.gdalwarp(dataset, options, name));
  }

  /** Transforms points between coordinate systems; not finite if the target has no such place. @throws GdalError */
  async transform(points: number[][], from: string, to: string): Promise<number[][]> {
    return await this.#run(() => this.#api.gdaltransform(points, ["-s_srs", from, "-t_srs", to, "-output_xy"]));
  }

  /** Warnings during the run count as errors: otherwise a part that cannot be read stays black. */
  async #run<T>(work: () => Promise<T>): Promise<T> {
    this.#errors.length = 0;
    let result: T;
    try {
      result = await work();
    } catch (error) {
      if (error instanceof GdalError) throw error;
      throw new GdalError(this.#errors[0] ?? textOf(error));
    }
    const [first] = this.#errors;
    if (first !== undefined) throw new GdalError(first);
    return result;
  }
}

/** It rejects with its own objects, or lists of them. */
function textOf(error: unknown): string {
  const one = Array.isArray(error) ? (error as unknown[])[0] : error;
  if (typeof one === "number") return "GDAL has thrown an exception";
  const { message } = (one ?? {}) as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : "GDAL failed without saying why";
}
