/** The columns that hold a name: as it is, as it is searched, and as it is sorted. */
import { sortNameOf } from "../../domain/sort-name.ts";

export const namesOf = (name: string) => ({ name, lower_name: name.toLowerCase(), sort_name: sortNameOf(name) });
