/** The id of the one place where a site keeps its files; clients know such places as assetstores. */
export const storageId = "000000000000000000000001";
