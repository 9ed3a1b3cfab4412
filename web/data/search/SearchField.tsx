/**
 * The search in the top navigation: the field is there from the start, its results are loaded later, and neither the
 * focus nor typed text is lost.
 */
import { useLayoutEffect, useRef, useState } from "react";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { focusSearchBox, SearchInput } from "./SearchInput.tsx";

interface SearchFieldProps {
  onChoose(path: string): void;
}

export function SearchField({ onChoose }: SearchFieldProps) {
  const [query, setQuery] = useState("");
  return <SearchBox query={query} setQuery={setQuery} onChoose={onChoose} />;
}

interface QueryProps extends SearchFieldProps {
  readonly query: string;
  setQuery(query: string): void;
}

const SearchBox = lazyPart<QueryProps>(async () => (await import("./SearchBox.tsx")).default, EarlyInput);

function EarlyInput({ query, setQuery }: QueryProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(
    () => () => {
      // The field that replaces this one is rendered once it is unmounted.
      if (document.activeElement === input.current) queueMicrotask(focusSearchBox);
    },
    [],
  );
  return <SearchInput ref={input} value={query} onChange={(event) => setQuery(event.currentTarget.value)} />;
}
