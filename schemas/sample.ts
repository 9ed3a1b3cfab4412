/** Names of the sample datasets of a new installation: the server makes them, and the tour finds one of them. */
export const sampleNames = { video: "Sample: harbour video", images: "Sample: harbour images" } as const;
