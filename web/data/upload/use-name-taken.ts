/** Whether a name is already used in an upload's folder, checked before anything is sent. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { unfinishedUploadOf } from "#schemas/unfinished-upload";
import { api } from "../../api/client.ts";
import { keys } from "../../queries/keys.ts";
import { question } from "../../queries/question.ts";

const waitMs = 250;

/** Leftovers of an interrupted upload do not count, since the upload can continue with them. */
const takenQuery = (parentId: string, name: string) =>
  question({
    queryKey: [...keys.place("folder", parentId), "named", name],
    queryFn: async ({ signal }) => {
      const [folder] = await api.call("folder.list", { parentType: "folder", parentId, name, limit: 1 }, { signal });
      return folder !== undefined && unfinishedUploadOf(folder) === undefined;
    },
  });

/** @param parentId missing: nothing is checked */
export function useNameTaken(parentId: string | undefined, name: string): boolean {
  const [settled] = useDebouncedValue(name.trim(), waitMs);
  const isAsked = parentId !== undefined && settled !== "" && settled === name.trim();
  return useQuery({ ...takenQuery(parentId ?? "", settled), enabled: isAsked }).data === true && isAsked;
}
