/** The playback speeds that can be chosen: factors on the annotation frame rate. */
export const speeds: readonly number[] = [0.25, 0.5, 0.75, 1, 2, 4, 8];
