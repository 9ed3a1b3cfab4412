/** Tasks: who annotates and reviews which frames. Not part of Girder's api. */
import {
  booleanShape,
  exactly,
  integerShape,
  listOf,
  nullShape,
  numberShape,
  objectOf,
  textShape,
} from "../json-shape.ts";
import { p, route } from "../route.ts";
import {
  jobShape,
  runCorrectionsShape,
  taskAgreementShape,
  taskMoveShape,
  taskOverviewRowShape,
  taskPriorityShape,
  taskShape,
  workRowShape,
} from "../wire.ts";

const id = p.need.text();
const paging = { all: p.boolean(), limit: p.integer(500), offset: p.integer(0) };
const pageShape = exactly({
  tasks: listOf(taskShape),
  /** Over all pages. */
  total: integerShape,
  /** Tasks of the caller in datasets that they may no longer read. */
  withoutAccess: integerShape,
});
const about = {
  ranges: listOf(listOf(integerShape)),
  types: listOf(textShape),
  attributes: listOf(textShape),
  rules: listOf(textShape),
  reviewer: textShape,
  due: textShape,
  priority: taskPriorityShape,
};
const newTasksShape = objectOf(
  { datasetIds: listOf(textShape), assignees: listOf(textShape), instructions: textShape },
  {
    ...about,
    set: textShape,
    framesPerTask: integerShape,
    overlap: exactly({ share: numberShape, people: integerShape }),
  },
);
const changeShape = objectOf({ version: integerShape }, { ...about, instructions: textShape, assignee: textShape });
const moveShape = objectOf(
  { move: taskMoveShape, version: integerShape },
  { text: textShape, assignee: textShape, fixed: booleanShape, anyway: booleanShape },
);

const consensusShape = objectOf({ sets: listOf(textShape), into: textShape }, { leastPeople: integerShape });

export const taskRoutes = {
  "task.list": route(pageShape)("GET", "task", {
    auth: "user",
    summary:
      "Tasks that the caller has to do or to review, the most urgent first: open ones, accepted ones too with `all`.",
    parameters: { datasetId: p.text(), ...paging },
  }),
  "task.ofFolder": route(pageShape)("GET", "task/folder/:id", {
    auth: "user",
    summary:
      "Tasks of a dataset, or of all datasets below a folder: those of datasets that the caller administrates, and the caller's own.",
    parameters: { id, ...paging },
  }),
  "task.overview": route(listOf(taskOverviewRowShape))("GET", "task/overview/:id", {
    auth: "user",
    summary:
      "What has been annotated for the tasks of `task/folder/:id`, accepted ones included: a row for each task, and one for each type in it.",
    parameters: { id },
  }),
  "task.work": route(listOf(workRowShape))("GET", "task/work/:id", {
    auth: "user",
    summary:
      "What people saved in a dataset, or in all datasets below a folder, by person, day, dataset, task and type, with the time they were active: everyone's work in datasets that the caller administrates, and the caller's own. `from` and `to` are days (UTC, `YYYY-MM-DD`, both included); without them, the last 31 days. 403 if the site has turned off the overview of tasks.",
    parameters: { id, from: p.text(), to: p.text() },
  }),
  "task.corrections": route(runCorrectionsShape)("GET", "task/corrections/:id", {
    auth: "user",
    summary:
      "How much people corrected the results of pipelines in a dataset, or in all datasets below a folder that the caller may read: for the newest 50 runs, boxes kept, moved (with the mean IoU), split off, deleted and missed, and tracks retyped, over all types and for each. A run is compared with the revision before the next run in its set, or with the newest. 403 if the site has turned off the overview of tasks.",
    parameters: { id },
  }),
  "task.agreement": route(taskAgreementShape)("GET", "task/agreement/:id", {
    auth: "user",
    summary:
      "How well people agree whose tasks in a folder are about the same frames in different sets, as they were handed in: by person and type. Only of datasets that the caller administrates.",
    parameters: { id },
  }),
  "task.consensus": route(jobShape, consensusShape)("POST", "task/consensus/:id", {
    auth: "user",
    summary:
      'Merges annotation sets of a dataset ("" is the default one) into a set of its own, for those who may write it; 503 while no worker can. An object is in it where at least half of those who were asked to look have it, or fewer who are much more exact than the others; with `leastPeople`, where as many have it. The sets stay as they are.',
    parameters: { id },
    body: "json",
  }),
  "task.create": route(listOf(taskShape), newTasksShape)("POST", "task", {
    auth: "user",
    summary:
      "Makes tasks for some datasets, all or none, for those who administrate them. `framesPerTask` splits the frames; the assignees (logins) take turns. `overlap` gives a share of the pieces to several people, each further one in an annotation set of their login. All people must be able to write the datasets: a task gives no rights.",
    body: "json",
  }),
  "task.get": route(taskShape)("GET", "task/:id", {
    auth: "user",
    summary: "A task, for its assignee and reviewer and administrators of the dataset.",
    parameters: { id },
  }),
  "task.update": route(taskShape, changeShape)("PUT", "task/:id", {
    auth: "user",
    summary:
      "Changes what is asked and of whom, for administrators of the dataset. An empty `reviewer` or `due` removes it. 409 when `version` is not the latest.",
    parameters: { id },
    body: "json",
  }),
  "task.move": route(taskShape, moveShape)("PUT", "task/:id/state", {
    auth: "user",
    summary:
      "Starts, hands in, accepts or sends back a task. A task whose required attributes or rules are not fulfilled in the stored revision is not handed in (code `task-incomplete`, and what is missing is said), unless `anyway` says so; its history then tells what was missing. Sending back needs a text, and can name another `assignee`; `fixed` says that the reviewer corrected what is accepted. 409, with the task as `extra`, when `version` is not the latest.",
    parameters: { id },
    body: "json",
  }),
  "task.delete": route(nullShape)("DELETE", "task/:id", {
    auth: "user",
    summary: "Deletes a task, for administrators of the dataset. Annotations stay.",
    parameters: { id },
  }),
} as const;
