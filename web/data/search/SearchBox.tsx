/** Search results in the top navigation, updated while typing. Loaded after the page. */
import { Combobox, Loader, ScrollArea, Text, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Folder, User } from "#schemas/wire";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { EntryIcon } from "../browser/EntryIcon.tsx";
import { entryName, isDataset, placeInfoQuery, searchQuery } from "../../queries/places.ts";
import { CutText } from "../../ui/text/CutText.tsx";
import { leaveSearchBox, SearchInput } from "./SearchInput.tsx";

/** The same limit as in other API clients. */
const limit = 7;

const nothing = { users: [], folders: [], datasets: [] } as const;
const types = ["video", "image-sequence", "large-image", "multi"] as const;

/** Types whose displayed name starts with the text. */
function typesCalled(sought: string): readonly string[] {
  return types.filter((type) => typeText(type).toLowerCase().startsWith(sought.toLowerCase()));
}

function typeText(type: string): string {
  const known = types.find((one) => one === type);
  return known === undefined ? type : t(`browse.type.${known}`);
}

/** Datasets open in the viewer. */
function pathOf(hit: User | Folder): string {
  if (hit._modelType === "user") return `/user/${hit._id}`;
  return isDataset(hit) ? `/viewer/${hit._id}` : `/folder/${hit._id}`;
}

interface SearchBoxProps {
  readonly query: string;
  setQuery(query: string): void;
  /** Opens the address of a hit. */
  onChoose(path: string): void;
}

export default function SearchBox({ query, setQuery, onChoose }: SearchBoxProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [sought] = useDebouncedValue(query.trim(), 200);
  const { data, error, isFetching } = useQuery({
    ...searchQuery(sought, typesCalled(sought), limit),
    enabled: sought !== "",
  });
  const { users, folders, datasets } = data ?? nothing;
  const waiting = query.trim() !== sought || (isFetching && data === undefined);

  function choose(path: string): void {
    setQuery("");
    combobox.closeDropdown();
    leaveSearchBox();
    onChoose(path);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <SearchInput
          rightSection={isFetching ? <Loader size={14} /> : null}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => query !== "" && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
            // Enter takes the best hit.
            const [first] = [...users, ...folders, ...datasets.map(({ folder }) => folder)];
            if (event.key !== "Enter" || combobox.getSelectedOptionIndex() !== -1 || waiting) return;
            if (first === undefined) return;
            choose(pathOf(first));
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={query.trim() === "" || waiting}>
        <Combobox.Options aria-label={t("shell.search.label")}>
          <ScrollArea.Autosize mah={360} type="auto" scrollbars="y" styles={{ content: { minWidth: 0 } }}>
            {users.map((user) => (
              <Combobox.Option key={user._id} value={pathOf(user)}>
                <Hit
                  icon={<IconUser size={15} stroke={1.6} />}
                  name={user.login}
                  note={`${user.firstName} ${user.lastName}`}
                />
              </Combobox.Option>
            ))}
            {folders.map((folder) => (
              <Combobox.Option key={folder._id} value={pathOf(folder)}>
                <FolderHit folder={folder} />
              </Combobox.Option>
            ))}
            {datasets.map(({ folder, by, text }) => (
              <Combobox.Option key={folder._id} value={pathOf(folder)}>
                <FolderHit
                  folder={folder}
                  note={t(`shell.search.by.${by}`, { text: by === "type" ? typeText(text) : text })}
                />
              </Combobox.Option>
            ))}
            {error !== null && <Combobox.Empty>{errorText(error)}</Combobox.Empty>}
            {error === null && users.length + folders.length + datasets.length === 0 && (
              <Combobox.Empty>{t("shell.search.empty", { query: sought })}</Combobox.Empty>
            )}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** With its path, since names alone are often the same. */
function FolderHit({ folder, note }: { readonly folder: Folder; readonly note?: string }) {
  const info = useQuery(placeInfoQuery({ type: "folder", id: folder._id })).data;
  const path = info?.path.map(({ object }) => entryName(object)).join(" / ");
  return (
    <Hit
      icon={<EntryIcon entry={folder} busy={false} size={15} />}
      name={folder.name}
      below={path ?? "\u00a0"}
      {...(note !== undefined && { note })}
    />
  );
}

interface HitProps {
  readonly icon: React.ReactNode;
  readonly name: string;
  readonly note?: string;
  /** A second line. */
  readonly below?: string;
}

function Hit({ icon, name, note, below }: HitProps) {
  return (
    <span style={{ display: "flex", alignItems: "center", gap: 8, minWidth: 0 }}>
      {icon}
      <span style={{ minWidth: 0, flex: 1 }}>
        <CutText>{name}</CutText>
        {below !== undefined && (
          <Text component="span" size="xs" c="dimmed" display="block">
            <CutText>{below}</CutText>
          </Text>
        )}
      </span>
      {note !== undefined && (
        <Text component="span" size="xs" c="dimmed" style={{ flex: "none" }}>
          {note}
        </Text>
      )}
    </span>
  );
}
