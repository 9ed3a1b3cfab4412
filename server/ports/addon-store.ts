/**
 * Addons: collections of pipelines that administrators may fetch. The site lists them; what is not listed is not
 * installed.
 */

export interface Addon {
  readonly name: string;
  /** Where its zip archive is. */
  readonly url: string;
  readonly description: string;
  /** Of the archive, SHA-256 in small hexadecimal letters. */
  readonly checksum: string;
  readonly isInstalled: boolean;
  /** What is installed has this checksum. */
  readonly isCurrent: boolean;
}

export interface AddonStore {
  /** @throws PipelineError when the list cannot be read */
  list(): Promise<readonly Addon[]>;
  /**
   * Puts what is in the archive in the place of what was installed before; it was compared with the checksum. @throws
   * PipelineError
   */
  install(addon: Addon, archive: string): Promise<void>;
}
