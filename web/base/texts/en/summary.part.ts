/** The English texts of label summaries. */
import { summary } from "./summary.ts";

export const summaryPart = { summary } as const;
