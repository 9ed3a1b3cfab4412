/**
 * Addons: collections of pipelines that administrators can download and install. The site lists them; only listed
 * addons can be installed.
 */

export interface Addon {
  readonly name: string;
  /** URL of its zip archive. */
  readonly url: string;
  readonly description: string;
  /** SHA-256 of the archive, lower-case hex. */
  readonly checksum: string;
  readonly isInstalled: boolean;
  /** The installed version has this checksum. */
  readonly isCurrent: boolean;
}

export interface AddonStore {
  /** @throws PipelineError if the list cannot be read */
  list(): Promise<readonly Addon[]>;
  /**
   * Replaces the installed version with the contents of the archive, whose checksum the caller has verified. @throws
   * PipelineError; the signal's reason
   */
  install(addon: Addon, archive: string, signal: AbortSignal): Promise<void>;
}
