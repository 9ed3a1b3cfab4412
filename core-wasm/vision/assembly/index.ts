/** The exports that the host calls (`kernels.ts`). */
export { transform } from "./fourier";
export { filter_learn, response_compute, spectra_compute } from "./correlation";
export { flow_find, flow_open, flow_picture, flow_points, flow_see } from "./flow";
export { mask_address, mask_bytes, mask_spread } from "./masks";
export { median_bytes, median_compute, median_picture } from "./median";
export { FADE, FILTER, PATCH, RESPONSE, TWIDDLES, WANTED } from "./layout";
export {
  background_bytes,
  background_column,
  background_counts,
  background_mask,
  background_open,
  background_picture,
  background_update,
} from "./background";
