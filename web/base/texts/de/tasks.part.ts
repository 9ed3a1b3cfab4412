/** The German texts of tasks, with the names of the rules that they may ask for. */
import { problems } from "./problems.ts";
import { tasks } from "./tasks.ts";

export const tasksPart = { tasks, problems } as const;
