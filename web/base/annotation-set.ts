/** What people, addresses and exports call the annotation set that has no name. */
export const defaultSetName = "default";
