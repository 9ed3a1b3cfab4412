/** The English texts of the review, with the names of the rules that it filters by. */
import { problems } from "./problems.ts";
import { review } from "./review.ts";

export const reviewPart = { review, problems } as const;
