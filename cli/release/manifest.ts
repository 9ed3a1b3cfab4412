/** The manifest of a release as a file. */
import type { ReleaseManifest } from "#schemas";
import { conforms, findViolations } from "#schemas/validators";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { readDecompressed } from "../base/files/files.ts";

export async function readManifest(path: string): Promise<ReleaseManifest> {
  const document = parse(new TextDecoder().decode(await readDecompressed(path)));
  if (conforms("release-manifest", document)) return document;
  const [violation] = findViolations("release-manifest", document);
  const where =
    document === undefined
      ? " It is not JSON."
      : violation === undefined
        ? ""
        : ` ${violation.pointer || "The document"} ${violation.message}.`;
  throw new CliError(
    ExitCode.usage,
    `${path} is not a manifest of a release, as \`release create\` writes it.${where}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** With one line per entry of its lists of tracks, but not per frame. */
export function manifestText(manifest: ReleaseManifest): string {
  return `${JSON.stringify(manifest, undefined, 2).replaceAll(/\[\s+([^[\]{}]*?)\s+\]/g, (_, inside: string) => `[${inside.replaceAll(/\s*\n\s*/g, " ")}]`)}\n`;
}
