/** The worker that learns from boxes. */
import { answerCalls } from "../base/worker-answers.ts";
import { createLearnerModel } from "./learner-model.ts";

answerCalls(createLearnerModel());
