/** The English texts about the built-in pipelines. */
import { pipes } from "./pipes.ts";

export const pipesPart = { pipes } as const;
