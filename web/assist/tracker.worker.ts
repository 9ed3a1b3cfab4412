/** The tracker's worker. */
import { serveModel } from "./serve-model.ts";
import { createTrackerModel } from "./tracker-model.ts";

serveModel(createTrackerModel());
