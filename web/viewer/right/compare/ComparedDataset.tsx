/** Selects the dataset to compare with: the shown one, a clone or its source, or any other found by a search. */

import { Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { entryName, placeInfoQuery } from "../../../queries/places.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { cloneFamilyQuery, datasetSearchQuery } from "../../../queries/annotations.ts";

interface ComparedDatasetProps {
  /** The shown dataset. */
  readonly ownId: string;
  /** `undefined`: the shown dataset. */
  readonly value: string | undefined;
  onChange(datasetId: string | undefined): void;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const searchRestMs = 200;

export function ComparedDataset({ ownId, value, onChange }: ComparedDatasetProps) {
  const [text, setText] = useState("");
  /** Keeps the name of the chosen dataset when the next search does not find it. */
  const [found, setFound] = useState<Named>();
  const [sought] = useDebouncedValue(text.trim(), searchRestMs);
  const clones = useQuery(cloneFamilyQuery(ownId));
  const family = clones.data ?? [];
  const isFamily = new Set([ownId, ...family.map(({ id }) => id)]);
  const search = useQuery({ ...datasetSearchQuery(sought), enabled: sought !== "" });
  const others = [...(sought === "" ? [] : (search.data ?? [])), ...(found === undefined ? [] : [found])].filter(
    ({ id }, index, all) => !isFamily.has(id) && all.findIndex((each) => each.id === id) === index,
  );
  const failure = search.error ?? clones.error;
  const option = ({ id, name }: Named) => ({ value: id, label: name });
  return (
    <Select
      mt="xs"
      size="xs"
      label={t("compare.dataset")}
      description={value !== undefined && <PathTo id={value} />}
      inputWrapperOrder={["label", "input", "description", "error"]}
      renderOption={({ option: { value: id, label } }) => <DatasetOption id={id} name={label} isOwn={id === ownId} />}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage={t(search.isFetching ? "compare.searching" : "compare.noDataset")}
      error={failure !== null && t("compare.datasetsFailed", { why: errorText(failure) })}
      data={[
        { group: t("compare.shownDataset"), items: [{ value: ownId, label: t("compare.thisDataset") }] },
        { group: t("compare.clones"), items: family.map(option) },
        { group: t("compare.others"), items: others.map(option) },
      ].filter(({ items }) => items.length > 0)}
      value={value ?? ownId}
      onSearchChange={setText}
      onChange={(id) => {
        if (id === null) return;
        setFound(others.find((each) => each.id === id));
        onChange(id === ownId ? undefined : id);
        // The search is finished: the next key is for the differences, as after any click in a panel.
        focusCanvas();
      }}
    />
  );
}

/** With its path, since names alone are often the same. */
function DatasetOption({ id, name, isOwn }: { readonly id: string; readonly name: string; readonly isOwn: boolean }) {
  return (
    <span style={{ minWidth: 0 }}>
      {name}
      {!isOwn && (
        <Text component="span" size="xs" c="dimmed" display="block">
          <PathTo id={id} />
        </Text>
      )}
    </span>
  );
}

function PathTo({ id }: { readonly id: string }) {
  const path = useQuery(placeInfoQuery({ type: "folder", id })).data?.path;
  return <CutText>{path?.map(({ object }) => entryName(object)).join(" / ") ?? "\u00a0"}</CutText>;
}
