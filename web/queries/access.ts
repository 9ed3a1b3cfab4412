/** Queries for who has access to a folder or a collection, and who could be granted it. */
import { keepPreviousData } from "@tanstack/query-core";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

/** One user or group of an access list. */
export interface Grant {
  readonly kind: "user" | "group";
  readonly id: string;
  /** Login, or name of the group. */
  readonly name: string;
  /** Additional information for display. */
  readonly note: string;
  /** 0 read, 1 write, 2 admin. */
  readonly level: number;
}

export function accessQuery(kind: "folder" | "collection", id: string) {
  return question({
    queryKey: [...keys.access, kind, id],
    queryFn: async ({ signal }): Promise<Grant[]> => {
      const route = kind === "folder" ? "folder.access" : "collection.access";
      const { users, groups } = await api.call(route, { id }, { signal });
      return [
        ...users.map(({ login, name, ...rest }) => ({ ...rest, kind: "user" as const, name: login, note: name })),
        ...groups.map(({ name, description, ...rest }) => ({
          ...rest,
          kind: "group" as const,
          name,
          note: description,
        })),
      ];
    },
  });
}

/** Users and groups whose names start with the text; being added grants no more than reading. */
export function peopleQuery(sought: string) {
  return question({
    queryKey: [...keys.search, "people", sought],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Grant[]> => {
      const parameters = { q: sought, mode: "prefix", types: ["user", "group"], limit: 10 };
      const { user = [], group = [] } = await api.call("resource.search", parameters, { signal });
      return [
        ...user.map((each) => ({
          kind: "user" as const,
          id: each._id,
          name: each.login,
          note: `${each.firstName} ${each.lastName}`,
          level: 0,
        })),
        ...group.map((each) => ({
          kind: "group" as const,
          id: each._id,
          name: each.name,
          note: each.description,
          level: 0,
        })),
      ];
    },
  });
}
