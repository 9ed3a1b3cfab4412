/** What the job that postprocesses many folders is called. */
export const batchTitle = "Batch process Dive Batch Postprocess";
export const batchType = "DIVE Batch Postprocess";
