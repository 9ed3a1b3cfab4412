/** Where the note about an unfinished upload is stored, for code that only needs to know whether there is one. */
export const unfinishedKey = "unfinishedUpload";
