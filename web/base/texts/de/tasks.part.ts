/** The German texts of tasks, with the names of the rules that tasks can require. */
import { problems } from "./problems.ts";
import { tasks } from "./tasks.ts";

export const tasksPart = { tasks, problems } as const;
