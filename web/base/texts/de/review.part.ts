/** The German texts of the review. */
import { review } from "./review.ts";

export const reviewPart = { review } as const;
