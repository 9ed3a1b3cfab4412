/** A field that finds datasets by name while typing; it is cleared once one is chosen. */
import { Autocomplete, Loader } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Folder } from "#schemas/wire";
import { isDataset, searchQuery } from "../queries/places.ts";

const limit = 10;

interface DatasetFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** Shown when no dataset has that name. */
  readonly nothing: string;
  onChoose(folder: Folder): void;
}

export function DatasetField({ label, placeholder, nothing, onChoose }: DatasetFieldProps) {
  const [text, setText] = useState("");
  const [sought] = useDebouncedValue(text.trim(), 200);
  const { data, isFetching } = useQuery({ ...searchQuery(sought, [], limit), enabled: sought !== "" });
  const places = sought === "" ? [] : [...(data?.folders ?? []), ...(data?.datasets ?? []).map(({ folder }) => folder)];
  const datasets = places.filter(isDataset);
  return (
    <Autocomplete
      size="xs"
      w={240}
      maw="100%"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      // Names need not be unique.
      data={datasets.map(({ _id, name }) => ({ value: _id, label: name }))}
      filter={({ options }) => options}
      renderOption={({ option }) => datasets.find(({ _id }) => _id === option.value)?.name ?? ""}
      rightSection={isFetching ? <Loader size={14} /> : null}
      {...(sought !== "" && sought === text.trim() && !isFetching && datasets.length === 0 ? { error: nothing } : {})}
      onChange={setText}
      onOptionSubmit={(id) => {
        const folder = datasets.find(({ _id }) => _id === id);
        if (folder !== undefined) onChoose(folder);
        // Mantine writes the chosen name into the field afterwards.
        queueMicrotask(() => setText(""));
      }}
    />
  );
}
