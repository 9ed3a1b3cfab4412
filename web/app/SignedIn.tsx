/** What is around every page but that of the login: live messages and commands. Loaded with the first of these pages. */
import { Outlet } from "react-router";
import { keepKeys } from "../ui/commands/stored-keys.ts";
import { Commands } from "./Commands.tsx";
import { useLiveUpdates } from "./live-updates.ts";

// Once, before anything shows a key.
keepKeys();

export default function SignedIn() {
  useLiveUpdates();
  return (
    <>
      <Outlet />
      <Commands />
    </>
  );
}
