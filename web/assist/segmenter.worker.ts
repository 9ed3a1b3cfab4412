/** The segmenter's worker. */
import { createSegmenterModel } from "./segmenter-model.ts";
import { serveModel } from "./serve-model.ts";

serveModel(createSegmenterModel());
