/**
 * File names of downloads: the slug rule of api/v1.
 */

/**
 * NFKD, ASCII only (everything else is dropped), lower case; only word characters, white space, `.` and `-` are kept,
 * and each run of white space and dashes becomes one `-`. `My Data Set.csv` becomes `my-data-set.csv`.
 */
export function slugify(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\P{ASCII}/gu, "")
    .toLowerCase()
    .replace(/[^\w\s.-]/g, "")
    .replace(/[-\s]+/g, "-");
}
