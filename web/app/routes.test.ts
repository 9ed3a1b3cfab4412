/** The patterns of addresses; browser tests cover what each shows. */
import { matchRoutes } from "react-router";
import { expect, test, vi } from "vitest";

// Theme and language are stored in the browser, which is not needed here.
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("addEventListener", () => undefined);
const { routes } = await import("./routes.tsx");
const { isAtLogin, isLoginPath, readAddress } = await import("./entrance.ts");

const nameOf = (path: string) => matchRoutes(routes, path)?.at(-1)?.route.id;

test("[S-AUTH-02, S-NAV-01, S-NAV-03, S-NAV-04, S-NAV-07, S-NAV-09, S-NAV-10: the names] every address has the name that it is known by", () => {
  const names = {
    login: ["/login"],
    home: ["/", "/root", "/collections", "/users", "/user/1", "/folder/1", "/collection/1"],
    work: ["/my-work"],
    shared: ["/shared"],
    summary: ["/summary"],
    trash: ["/trash"],
    jobs: ["/jobs"],
    review: ["/review"],
    scoring: ["/scoring"],
    admin: ["/admin", "/admin/users"],
    viewer: ["/viewer/1"],
  };
  for (const [name, paths] of Object.entries(names))
    for (const path of paths) expect([path, nameOf(path)]).toEqual([path, name]);
  // Where the router shows nothing, the log-in page is shown.
  for (const path of ["/login", "/login/", "/Login", "/login//", "/logins", "/login/x"])
    expect([path, isLoginPath(path)]).toEqual([path, nameOf(path) === "login"]);
  vi.stubGlobal("location", { pathname: "/login/" });
  const replaceState = vi.fn();
  vi.stubGlobal("history", { state: null, replaceState });
  // The requested address is kept once while the browser is at the identity provider.
  const kept = new Map([["wakeline.wanted", "/jobs"]]);
  const getItem = (name: string) => kept.get(name) ?? null;
  vi.stubGlobal("sessionStorage", { getItem, removeItem: (name: string) => kept.delete(name) });
  readAddress();
  expect(replaceState).toHaveBeenCalledWith({ wanted: "/jobs" }, "");
  readAddress();
  expect(replaceState).toHaveBeenCalledTimes(1);
  expect(isAtLogin.value).toBe(true);
  expect(Object.keys(names)).not.toContain(nameOf("/nothing/here/at/all"));
});
