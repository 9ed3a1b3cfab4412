/** The used part of gdal3.js; its own types cover only the browser's entry point. */
declare module "gdal3.js/node.js" {
  interface GdalDataset {
    readonly pointer: number;
  }
  interface GdalApi {
    open(path: string): Promise<{ datasets: GdalDataset[] }>;
    close(dataset: GdalDataset): Promise<void>;
    gdalinfo(dataset: GdalDataset): Promise<object>;
    gdal_translate(dataset: GdalDataset, options: string[], name: string): Promise<{ real: string; local: string }>;
    gdalwarp(dataset: GdalDataset, options: string[], name: string): Promise<{ real: string; local: string }>;
    gdaltransform(points: number[][], options: string[]): Promise<number[][]>;
    readonly Module: {
      readonly FS: {
        mount(type: unknown, options: { root: string }, place: string): void;
        chdir(path: string): void;
      };
      readonly NODEFS: unknown;
    };
  }
  export default function initGdalJs(config: {
    readonly path: string;
    readonly dest: string;
    readonly env: Readonly<Record<string, string>>;
    readonly logHandler: (text: string) => void;
    readonly errorHandler: (text: string) => void;
  }): Promise<GdalApi>;
}
