/** A field that finds datasets by their names, while typing. */
import { Autocomplete, Loader } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Folder } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { isDataset, searchQuery } from "../../queries/places.ts";

const limit = 10;

export function AddDataset({ onAdd }: { onAdd(id: string): void }) {
  const [text, setText] = useState("");
  const [sought] = useDebouncedValue(text.trim(), 200);
  const { data, isFetching } = useQuery({ ...searchQuery(sought, [], limit), enabled: sought !== "" });
  const found = sought === "" ? [] : [...(data?.folders ?? []), ...(data?.datasets ?? []).map(({ folder }) => folder)];
  const datasets = found.filter(isDataset);
  const add = (folder: Folder): void => {
    setText("");
    if (folder.meta.type === "multi") {
      notifications.show({ color: "yellow", message: t("scoring.add.multi", { name: folder.name }) });
    } else onAdd(folder._id);
  };
  return (
    <Autocomplete
      size="xs"
      maw={300}
      aria-label={t("scoring.add.label")}
      placeholder={t("scoring.add.placeholder")}
      value={text}
      // Names need not be different.
      data={datasets.map(({ _id, name }) => ({ value: _id, label: name }))}
      filter={({ options }) => options}
      renderOption={({ option }) => datasets.find(({ _id }) => _id === option.value)?.name ?? ""}
      rightSection={isFetching ? <Loader size={14} /> : null}
      {...(sought !== "" && sought === text.trim() && !isFetching && datasets.length === 0
        ? { error: t("scoring.add.nothing") }
        : {})}
      onChange={setText}
      onOptionSubmit={(id) => {
        const folder = datasets.find(({ _id }) => _id === id);
        if (folder !== undefined) add(folder);
        // The field writes the chosen name into itself afterwards.
        queueMicrotask(() => setText(""));
      }}
    />
  );
}
