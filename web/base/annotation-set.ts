/** The name of the unnamed annotation set for users, in addresses and in exports. */
export const defaultSetName = "default";
