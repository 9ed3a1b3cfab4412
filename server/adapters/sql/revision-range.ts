/**
 * The revisions of which a row is part: one writes it (`rev_created`), and a later one ends it (`rev_deleted`; `null`: it
 * is current). A staged row has its stage number in both columns, which is above every revision. Queries use these
 * conditions and never the columns themselves, so that none of them can forget about staged rows.
 */
import { type AliasedRawBuilder, type RawBuilder, sql, type SqlBool } from "kysely";

import { firstStage, type StagedRecords, stageFrom } from "../../ports/annotation.repository.ts";

type Condition = RawBuilder<SqlBool>;

export const revisionColumns = ["rev_created", "rev_deleted"] as const;

/** The revision that wrote a row. */
export const writtenIn = sql<number>`rev_created`;

/** Staged rows are not current, since they are marked as ended. */
export const isCurrent: Condition = sql<SqlBool>`rev_deleted IS NULL`;
export const isEnded: Condition = sql<SqlBool>`rev_deleted IS NOT NULL`;

/** A revision wrote the row, which may have ended since. */
export const isPublished: Condition = sql<SqlBool>`rev_created < ${sql.lit(firstStage)}`;

export const isWrittenAfter = (revision: number): Condition => sql<SqlBool>`rev_created > ${revision}`;

/** A revision up to this one wrote the row. */
export const isWrittenBy = (revision: number): Condition =>
  sql<SqlBool>`rev_created <= ${Math.min(revision, firstStage - 1)}`;

export const existsAt = (revision: number): Condition =>
  sql<SqlBool>`${isWrittenBy(revision)} AND (rev_deleted IS NULL OR rev_deleted > ${revision})`;

/** A later revision than this one wrote or ended the row. */
export const isChangedAfter = (revision: number): Condition =>
  sql<SqlBool>`(rev_created > ${revision} OR rev_deleted > ${revision}) AND ${isPublished}`;

/** Rows that these revisions wrote, and those that they ended: one index for each. */
export const isChangedIn = (revisions: readonly number[]): readonly [written: Condition, ended: Condition] => [
  sql<SqlBool>`rev_created IN (${sql.join(revisions)})`,
  sql<SqlBool>`rev_deleted IN (${sql.join(revisions)})`,
];

/** The columns by which a row refers to the log: the revision that wrote it, and the one that ended it. */
export const loggedColumns = ["annotations.rev_created", "annotations.rev_deleted"] as const;

/** The first condition matches the index of staged rows. */
export const isStaged = ({ scope, stage }: StagedRecords): Condition =>
  sql<SqlBool>`rev_created >= ${sql.lit(firstStage)} AND rev_created = ${stage}
    AND dataset_id = ${scope.datasetId} AND set_name = ${scope.setName}`;

export const isStagedBefore = (ms: number): Condition =>
  sql<SqlBool>`rev_created >= ${sql.lit(firstStage)} AND rev_created < ${stageFrom(ms)}`;

/** A chunk belongs to the version of a track that its own range includes. */
export const chunkBelongs: Condition = sql<SqlBool>`chunk.rev_created <= annotations.rev_created
  AND (chunk.rev_deleted IS NULL OR chunk.rev_deleted > annotations.rev_created)`;

/** Values of a staged row that becomes part of a revision. */
export const publishedIn = (revision: number) => ({ rev_created: revision, rev_deleted: null });

/** Values of a row that a revision ends. */
export const endedIn = (revision: number) => ({ rev_deleted: revision });

/** Both columns of a row that is copied into a revision, for an INSERT from a SELECT. */
export const copiedInto = (
  revision: number,
): readonly [AliasedRawBuilder<number, "rev_created">, AliasedRawBuilder<null, "rev_deleted">] => [
  sql<number>`CAST(${revision} AS BIGINT)`.as("rev_created"),
  sql.lit(null).as("rev_deleted"),
];
