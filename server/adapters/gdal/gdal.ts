/**
 * GDAL, compiled to WebAssembly. It sees two folders and nothing else of the machine: one that it reads from and one that it
 * writes to; there is no network in it. One a process, since it keeps its memory: only programs that end load it.
 */
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

import type { GdalApi, GdalDataset } from "gdal3.js/node.js";

/** Of what `gdalinfo` says. */
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
      // It puts "./" in front.
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

  /** @returns where GDAL finds it @throws GdalError also when a part of the picture cannot be read */
  async translate({ dataset }: OpenRaster, options: string[], name: string): Promise<{ local: string; real: string }> {
    return await this.#run(() => this.#api.gdal_translate(dataset, options, name));
  }

  /** @throws GdalError also when a part of the picture cannot be read */
  async warp({ dataset }: OpenRaster, options: string[], name: string): Promise<{ local: string; real: string }> {
    return await this.#run(() => this.#api.gdalwarp(dataset, options, name));
  }

  /** Points of one map on another; not finite where it has no such place. @throws GdalError */
  async transform(points: number[][], from: string, to: string): Promise<number[][]> {
    return await this.#run(() => this.#api.gdaltransform(points, ["-s_srs", from, "-t_srs", to, "-output_xy"]));
  }

  /** What it says on its way counts: a part that cannot be read is left black otherwise. */
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

/** It rejects with objects of its own, or lists of them. */
function textOf(error: unknown): string {
  const one = Array.isArray(error) ? (error as unknown[])[0] : error;
  if (typeof one === "number") return "GDAL has thrown an exception";
  const { message } = (one ?? {}) as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : "GDAL failed without saying why";
}
