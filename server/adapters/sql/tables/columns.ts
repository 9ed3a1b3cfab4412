/** Types of columns, the same in every database. */

/** A boolean. */
export type Bit = 0 | 1;

/** An object or a list, as text. */
export type Json = string;
