/** Names of what is cached, so that whoever changes something knows what to freshen. */
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
  /** What only administrators ask for. */
  admin: ["admin"] as const,
  shared: ["shared"] as const,
  access: ["access"] as const,
  search: ["search"] as const,
  /** What only the page of one's own account asks for. */
  account: ["account"] as const,
  summary: ["summary"] as const,
  /** What the site is called, can do and tells everybody: the same for whoever is signed in. */
  site: ["site"] as const,
} as const;
