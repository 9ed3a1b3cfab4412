/** Names of the sample datasets of a new installation: the server creates them, and the tour looks for one of them. */
export const sampleNames = { video: "Sample: harbour video", images: "Sample: harbour images" } as const;
