/** The core's refusal of an edit, for the layers above that know the core by its types only. */
export { CoreError } from "#core/types";
