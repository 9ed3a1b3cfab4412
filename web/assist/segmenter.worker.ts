/** The segmenter's thread. */
import { createSegmenterModel } from "./segmenter-model.ts";
import { serveModel } from "./serve-model.ts";

serveModel(createSegmenterModel());
