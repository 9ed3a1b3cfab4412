/** Tasks in SQL. */
import { sql } from "kysely";

import type { TaskRecord, TaskRepository } from "../../ports/task.repository.ts";
import { recordsOf } from "./annotation-rows.ts";
import { chunks, rowsPerInsert } from "./queries.ts";
import type { Db } from "./tables.ts";
import type { TasksTable } from "./tables/annotations.ts";

export function tasksRepository(db: Db): TaskRepository {
  return {
    async insertMany(tasks) {
      for (const chunk of chunks(tasks, rowsPerInsert)) {
        await db.insertInto("tasks").values(chunk.map(toRow)).execute();
      }
    },
    async update(task) {
      await db.updateTable("tasks").set(toRow(task)).where("id", "=", task.id).execute();
    },
    async find(id) {
      const row = await db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async list({ ofUser, datasetIds, all }) {
      const shown = db
        .selectFrom("tasks")
        .innerJoin("folders", "folders.id", "tasks.dataset_id")
        .selectAll("tasks")
        .where("folders.trash_id", "is", null)
        .$if(!all, (open) => open.where("tasks.state", "<>", "accepted"))
        .$if(ofUser !== undefined, (own) =>
          own.where(({ eb, or }) =>
            or([eb("tasks.assignee_id", "=", ofUser ?? ""), eb("tasks.reviewer_id", "=", ofUser ?? "")]),
          ),
        );
      if (datasetIds === undefined) return (await shown.execute()).map(fromRow);
      const tasks: TasksTable[] = [];
      for (const chunk of chunks(datasetIds)) {
        tasks.push(...(await shown.where("tasks.dataset_id", "in", chunk).execute()));
      }
      return tasks.map(fromRow);
    },
    async spans(scope, ranges) {
      const cut = ranges.map(
        ([first, last]) => sql`CASE WHEN begin_frame > ${last} OR end_frame < ${first} THEN 0 ELSE
          (CASE WHEN end_frame < ${last} THEN end_frame ELSE ${last} END)
          - (CASE WHEN begin_frame > ${first} THEN begin_frame ELSE ${first} END) + 1 END`,
      );
      const inside =
        cut.length === 0 ? sql<number>`end_frame - begin_frame + 1` : sql<number>`${sql.join(cut, sql` + `)}`;
      const spans = recordsOf(db, scope, "track")
        .current()
        .select(["label", inside.as("frames")])
        .as("spans");
      const rows = await db
        .selectFrom(spans)
        .where("frames", ">", 0)
        .select(({ fn }) => ["label", fn.countAll<number>().as("objects"), fn.sum<number>("frames").as("frames")])
        .groupBy("label")
        .execute();
      return rows.map(({ label, objects, frames }) => ({
        type: label,
        objects: Number(objects),
        frames: Number(frames),
      }));
    },
    async remove(id) {
      await db.deleteFrom("tasks").where("id", "=", id).execute();
    },
    async removeDatasets(datasetIds) {
      for (const chunk of chunks(datasetIds)) {
        await db.deleteFrom("tasks").where("dataset_id", "in", chunk).execute();
      }
    },
  };
}

const toRow = (task: TaskRecord): TasksTable => ({
  id: task.id,
  dataset_id: task.datasetId,
  set_name: task.setName,
  assignee_id: task.assigneeId,
  reviewer_id: task.reviewerId,
  state: task.state,
  priority: task.priority,
  due: task.due,
  version: task.version,
  created_ms: task.createdMs,
  content: JSON.stringify(task.content),
});

const fromRow = (row: TasksTable): TaskRecord => ({
  id: row.id,
  datasetId: row.dataset_id,
  setName: row.set_name,
  assigneeId: row.assignee_id,
  reviewerId: row.reviewer_id,
  state: row.state,
  priority: row.priority,
  due: row.due,
  version: Number(row.version),
  createdMs: Number(row.created_ms),
  content: JSON.parse(row.content) as TaskRecord["content"],
});
