/** The worker that finds paths along edges. */
import { serveModel } from "./serve-model.ts";
import { createWireModel } from "./wire-model.ts";

serveModel(createWireModel());
