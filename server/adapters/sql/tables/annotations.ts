/** Annotations by revision, and what people write about them. */
import type { Generated } from "kysely";
import type { TaskPriority, TaskState } from "#schemas";
import type { Json } from "./columns.ts";

export interface AnnotationsTable {
  dataset_id: string;
  /** Empty: the default set. */
  set_name: string;
  kind: "track" | "group";
  id: number;
  rev_created: number;
  /** `null`: current. */
  rev_deleted: number | null;
  /** Best type. */
  label: string | null;
  begin_frame: number;
  end_frame: number;
  /** If `cut_at` is set: with the first feature only. */
  payload: Json;
  /**
   * Characters of the payload after which the other features belong, which are in chunks; `null`: it is stored whole.
   */
  cut_at: Generated<number | null>;
  /** See `TrackRanks`; `null`: of a group, or not filled in yet. */
  confidence: Generated<number | null>;
  size: Generated<number | null>;
}

/** The features of a long track after the first one. */
export interface FeatureChunksTable {
  dataset_id: string;
  set_name: string;
  track_id: number;
  first_frame: number;
  rev_created: number;
  rev_deleted: number | null;
  last_frame: number;
  feature_count: number;
  /** Each feature preceded by a comma. */
  payload: Json;
}

export interface RevisionsTable {
  dataset_id: string;
  revision: number;
  set_name: string;
  author_id: string;
  author_name: string;
  description: string;
  additions: number;
  deletions: number;
  created_ms: number;
  save_id: string | null;
  /** How long the author worked on it, as their page measured it. */
  active_ms: Generated<number>;
}

export interface CommentsTable {
  id: string;
  dataset_id: string;
  thread_id: string;
  author_id: string;
  author_login: string;
  text: string;
  /** JSON. */
  anchor: string;
  created_ms: number;
  edited_ms: number | null;
  resolved_ms: number | null;
  resolved_by: string | null;
}

export interface TasksTable {
  id: string;
  dataset_id: string;
  set_name: string;
  assignee_id: string;
  reviewer_id: string | null;
  state: TaskState;
  priority: TaskPriority;
  due: string | null;
  version: number;
  created_ms: number;
  /** JSON. */
  content: string;
}
