/** Fields for users, found by the beginning of their login or name. */
import { Autocomplete, TagsInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { peopleQuery } from "../../queries/access.ts";

/** Delay after typing before a request, ms. */
const typingPause = 200;

function useLogins(sought: string): string[] {
  const [asked] = useDebouncedValue(sought.trim(), typingPause);
  const { data = [] } = useQuery({ ...peopleQuery(asked), enabled: asked !== "" });
  return data.filter(({ kind }) => kind === "user").map(({ name }) => name);
}

interface LoginsFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value: readonly string[];
  onChange(logins: string[]): void;
}

export function LoginsField({ label, description, value, onChange }: LoginsFieldProps) {
  const [sought, setSought] = useState("");
  return (
    <TagsInput
      size="xs"
      required
      label={label}
      description={description}
      data={useLogins(sought)}
      value={[...value]}
      searchValue={sought}
      onSearchChange={setSought}
      onChange={onChange}
      acceptValueOnBlur
    />
  );
}

interface LoginFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  onChange(login: string): void;
}

export function LoginField({ label, description, value, onChange }: LoginFieldProps) {
  return (
    <Autocomplete
      size="xs"
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={label}
      description={description}
      data={useLogins(value)}
      value={value}
      onChange={onChange}
    />
  );
}
