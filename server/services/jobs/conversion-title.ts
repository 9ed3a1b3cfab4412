/**
 * Title of each job that a client waits for before it opens new media, also where nothing needs converting: clients of
 * api/v1 look for these words.
 */
export const conversionTitle = (_task: unknown, { folder = "" }: { readonly folder?: string }): string =>
  `Converting ${folder} to a web friendly format`;
