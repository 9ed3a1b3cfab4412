/**
 * A thread for everything about annotations that takes CPU time: validating large saves, reading and writing annotation
 * files, comparing them.
 */
import { CoreError } from "#core";

import { RequestError, ValidationError } from "../../../base/errors.ts";
import { answerCalls } from "../../../../core-wasm/threads/thread-answers.ts";
import { batchAnswers } from "./batches.ts";
import { coreAnswers, fileAnswers } from "./file-answers.ts";
import { agreementAnswers, consensusAnswers, scoringAnswers } from "./measure-answers.ts";
import type { WorkErrorDetails, WorkKind, WorkMessage } from "./protocol.ts";
import type { Answers } from "./sessions.ts";

const answers: Answers<WorkKind> = {
  ...fileAnswers,
  ...coreAnswers,
  ...scoringAnswers,
  ...agreementAnswers,
  ...consensusAnswers,
  ...batchAnswers,
};

const answer = <K extends WorkKind>({ kind, asked, session }: WorkMessage<K>) => answers[kind](asked, session);

function detailsOf(error: Error): WorkErrorDetails {
  if (error instanceof CoreError) return { type: "core", code: error.code, problem: error.problem };
  if (error instanceof ValidationError) return { type: "validation" };
  if (error instanceof RequestError) return { type: "request" };
  return { type: "other", stack: error.stack };
}

answerCalls(
  (call) => answer(call as WorkMessage),
  (error) => ({ ...detailsOf(error) }),
);
