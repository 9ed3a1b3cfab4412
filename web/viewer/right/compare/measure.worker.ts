/** Measures agreement in a worker, so that the page keeps drawing and answering. */

import { answerCalls } from "../../../base/worker-answers.ts";
import { createMeasurer } from "./measure.ts";

answerCalls(createMeasurer());
