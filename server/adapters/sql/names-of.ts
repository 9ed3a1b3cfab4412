/** The columns of a name: as it is, for searching, and for sorting. */
import { sortNameOf } from "../../domain/sort-name.ts";

export const namesOf = (name: string) => ({ name, lower_name: name.toLowerCase(), sort_name: sortNameOf(name) });
