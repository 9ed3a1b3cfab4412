/** Downloads in other formats than the server's, by code that is fetched apart. */
import { lazyFunction } from "../../base/lazy.ts";

export const convertExport = lazyFunction(async () => (await import("./convert-export.ts")).convertExport);
