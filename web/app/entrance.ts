/**
 * The entrance: signed-out users see the log-in page, all others the application. Each is loaded when it is first
 * shown, and the log-in page needs little: no routes, no cache, no dialogs.
 */
import { computed, signal } from "@preact/signals-core";
import { createElement, type ComponentType } from "react";
import { loadRoutes } from "../api/client.ts";
import { session } from "../api/session.ts";
import { lazily, type Lazy } from "../base/lazy.ts";
import { inLanguage } from "./in-language.tsx";
import { adoptPreferences } from "./preferences.ts";

export type Side = "login" | "inside";

export const loginPath = "/login";

/** As the routes match it: a slash at the end and capitals make no difference. */
export const isLoginPath = (path: string): boolean => /^\/login\/*$/i.test(path);

/** By the address; the router keeps it once there is one. */
export const isAtLogin = signal(false);

/**
 * The address a user asked for before being sent to the log-in page. It is kept in the history too, which a reload
 * leaves as it is and no other site can write.
 */
let wanted: string | undefined;

/** At the start, once old links have been translated. */
export function readAddress(): void {
  isAtLogin.value = isLoginPath(location.pathname);
  const kept: unknown = (history.state as { readonly wanted?: unknown } | null)?.wanted;
  if (isAtLogin.peek() && typeof kept === "string") wanted = kept;
  const back = sessionStorage.getItem(wantedKey);
  if (back === null) return;
  sessionStorage.removeItem(wantedKey);
  if (!isAtLogin.peek()) return;
  wanted ??= back;
  history.replaceState({ wanted }, "");
}

/** Where the page of this tab keeps it while the browser is at the identity provider. */
const wantedKey = "wakeline.wanted";

function keepWanted(): void {
  if (wanted !== undefined) sessionStorage.setItem(wantedKey, wanted);
}

/** A sign-in after a sign-out starts at the data. */
export function forgetWanted(): void {
  wanted = undefined;
}

export const side = computed<Side>(() => {
  const { state } = session.value;
  return !isAtLogin.value && (state === "signedIn" || state === "expired") ? "inside" : "login";
});

/** The address of the log-in page, for who has asked for another and is not signed in. */
export function standAtLogin(): void {
  if (!isAtLogin.peek()) {
    wanted = `${location.pathname}${location.search}${location.hash}`;
    history.replaceState({ wanted }, "", loginPath);
  }
  isAtLogin.value = true;
}

const pages: Readonly<Record<Side, Lazy<ComponentType>>> = {
  inside: lazily(async () => {
    const [{ default: Application }] = await Promise.all([import("./Application.tsx"), loadRoutes()]);
    return Application;
  }),
  login: lazily(async () => {
    const { default: LoginPage } = await import("../data/login/LoginPage.tsx");
    return inLanguage(() => createElement(LoginPage, { onEnter: enter, onLeave: keepWanted }));
  }),
};

/** `undefined` until it has been loaded. */
export function pageOf(of: Side): ComponentType | undefined {
  return pages[of].loaded;
}

/** @throws when it cannot be loaded */
export async function loadSide(of: Side): Promise<void> {
  await pages[of].load();
}

/** From the log-in page to another page, shown once it is loaded. @throws when it cannot be loaded */
export async function enter(path = wanted ?? "/"): Promise<void> {
  await Promise.all([loadSide("inside"), adoptPreferences()]);
  const { router } = await import("./router.tsx");
  await router.navigate(path, { replace: true });
}
