/** Compares names in natural order: ignoring case, accented letters next to plain ones, numbers by value. */
export const compareNames = new Intl.Collator(undefined, { numeric: true }).compare;
