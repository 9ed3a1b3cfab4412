/** Which parts of a dataset are postprocessed, and where its annotation files go. */
export interface PostprocessOptions {
  /** Only import annotation files; leave the media alone. */
  skipJobs: boolean;
  /** Add to the set instead of replacing its content. */
  additive: boolean;
  /** With `additive`: prefix of every type. */
  typePrefix: string;
  /** Empty: the default set. */
  setName: string;
}
