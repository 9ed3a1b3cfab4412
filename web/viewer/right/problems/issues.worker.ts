/** Checks for problems in a worker, so that the page stays responsive: with 100,000 tracks it takes seconds. */

import { createCore } from "#core";
import { answerCalls } from "../../../base/worker-answers.ts";
import { checkIssues, type IssuesCall } from "./check-issues.ts";

const core = createCore();

answerCalls(async (call: IssuesCall) => await checkIssues(await core, call));
