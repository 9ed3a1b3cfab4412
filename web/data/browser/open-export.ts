/** Downloads in formats that the server does not write; the code is loaded on demand. */
import { lazyFunction } from "../../base/lazy.ts";

export const convertExport = lazyFunction(async () => (await import("./convert-export.ts")).convertExport);
