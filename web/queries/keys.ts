/** Cache keys, so that code that changes something knows what to refresh. */
export const keys = {
  /** Everything about one place of the data browser: its document, path, counts and lists. */
  place: (type: string, id: string) => ["place", type, id] as const,
  places: ["place"] as const,
  dataset: (id: string) => ["dataset", id] as const,
  datasets: ["dataset"] as const,
  revisions: (datasetId: string) => ["dataset", datasetId, "revisions"] as const,
  annotationSets: (datasetId: string) => ["dataset", datasetId, "sets"] as const,
  jobs: ["jobs"] as const,
  models: ["models"] as const,
  scorings: ["scorings"] as const,
  /** Queries only for administrators. */
  admin: ["admin"] as const,
  shared: ["shared"] as const,
  trash: ["trash"] as const,
  tasks: ["tasks"] as const,
  webhooks: ["webhooks"] as const,
  access: ["access"] as const,
  search: ["search"] as const,
  /** Queries used only by the user's own account page. */
  account: ["account"] as const,
  summary: ["summary"] as const,
  /** The site's name, features and public messages: the same for every signed-in user. */
  site: ["site"] as const,
} as const;
