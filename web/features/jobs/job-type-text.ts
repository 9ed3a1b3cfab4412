/** The types of jobs in words. */
import { t } from "../../base/texts/index.ts";

const named = [
  "convert",
  "import",
  "pipelines",
  "training",
  "export",
  "scoring",
  "consensus",
  "large_image_tiff",
] as const;

/** A type that the application does not know, as older data and other programs store them, stays as it is. */
export function jobTypeText(type: string): string {
  const known = named.find((one) => one === type);
  return known === undefined ? type : t(`jobs.type.${known}`);
}
