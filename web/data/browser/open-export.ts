/**
 * Downloads in other formats than the server's, by what is loaded when it is first wanted. When it cannot be, the page says
 * so as of any error.
 */
import type { convertExport as convert } from "./convert-export.ts";

export function convertExport(...given: Parameters<typeof convert>): void {
  void import("./convert-export.ts").then((converting) => converting.convertExport(...given));
}
