/** What is postprocessed of a dataset, and where its annotation files go. */
export interface PostprocessOptions {
  /** Only import annotation files; leave the media alone. */
  skipJobs: boolean;
  /** Add to the set instead of replacing its content. */
  additive: boolean;
  /** With `additive`: put before every type. */
  typePrefix: string;
  /** Empty: the default set. */
  setName: string;
}
