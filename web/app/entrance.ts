/**
 * The entrance: signed-out users see the log-in page, all others the application. Each is loaded on first use, and the
 * log-in page needs little: no routes, no cache, no dialogs.
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

/** Matches like the routes: ignores trailing slashes and case. */
export const isLoginPath = (path: string): boolean => /^\/login\/*$/i.test(path);

/** Initially from the address; kept up to date by the router once it exists. */
export const isAtLogin = signal(false);

/**
 * The address a user requested before being sent to the log-in page. It is also kept in the history state, which
 * survives a reload and which no other site can write.
 */
let wanted: string | undefined;

/** Called at start-up, once old links have been translated. */
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

/** Session storage key of that address while the browser is at the identity provider. */
const wantedKey = "wakeline.wanted";

function keepWanted(): void {
  if (wanted !== undefined) sessionStorage.setItem(wantedKey, wanted);
}

/** A log-in after a log-out starts at the data pages. */
export function forgetWanted(): void {
  wanted = undefined;
}

export const side = computed<Side>(() => {
  const { state } = session.value;
  return !isAtLogin.value && (state === "signedIn" || state === "expired") ? "inside" : "login";
});

/** Changes the address to the log-in page, for signed-out users who requested another page. */
export function redirectToLogin(): void {
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

/** `undefined` until loaded. */
export function pageOf(of: Side): ComponentType | undefined {
  return pages[of].loaded;
}

/** @throws if it cannot be loaded */
export async function loadSide(of: Side): Promise<void> {
  await pages[of].load();
}

/** Goes from the log-in page to another page, shown once loaded. @throws if it cannot be loaded */
export async function enter(path = wanted ?? "/"): Promise<void> {
  await Promise.all([loadSide("inside"), adoptPreferences()]);
  const { router } = await import("./router.tsx");
  await router.navigate(path, { replace: true });
}
