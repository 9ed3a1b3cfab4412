/** Names as people sort them: letters in one case and accents next to their letters, numbers by their value. */
export const compareNames = new Intl.Collator(undefined, { numeric: true }).compare;
