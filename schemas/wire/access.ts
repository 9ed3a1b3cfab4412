/** Who may see and change a document. */
import { documentShape, exactly, listOf, textShape, type TypeOf } from "../json-shape.ts";
import { idShape, levelShape } from "./basics.ts";

const grantFields = { id: idShape, level: levelShape, flags: listOf(textShape) };

export const accessListShape = documentShape("AccessList", {
  users: listOf(exactly({ ...grantFields, login: textShape, name: textShape })),
  groups: listOf(exactly({ ...grantFields, name: textShape, description: textShape })),
});
export type AccessList = TypeOf<typeof accessListShape>;
