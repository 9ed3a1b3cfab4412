/** Deleted folders that can be restored. */
import { keepPreviousData } from "@tanstack/query-core";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { question } from "./question.ts";

export function trashPageQuery(page: number, pageSize: number) {
  return question({
    queryKey: [...keys.trash, page, pageSize],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.callPaged("trash.list", { limit: pageSize, offset: page * pageSize }, { signal }),
  });
}

/** Call it after a folder was moved to the trash, restored, or deleted permanently. */
export async function refreshTrash(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.trash }),
    queryClient.invalidateQueries({ queryKey: keys.places }),
  ]);
}
