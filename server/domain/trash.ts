/** How long deleted folders can be restored. */
const trashDays = 30;
export const trashMs = trashDays * 24 * 60 * 60 * 1000;
