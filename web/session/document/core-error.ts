/** The core's refusal of an edit, for upper layers that only know the core's types. */
export { CoreError } from "#core/types";
