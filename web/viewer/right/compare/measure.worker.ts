/** Measures agreement in a worker, so that the page stays responsive. */

import { answerCalls } from "../../../base/worker-answers.ts";
import { createMeasurer } from "./measure.ts";

answerCalls(createMeasurer());
