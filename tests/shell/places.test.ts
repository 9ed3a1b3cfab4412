/** Places of the data browser, with and without the root. */
import { expect, test } from "vitest";
import type { Folder, User } from "../../schemas/wire.ts";
import { crumbsOf } from "../../web/data/browser/crumbs.ts";
import { placeOf } from "../../web/data/browser/place-of.ts";
import type { PlaceInfo } from "../../web/queries/places.ts";

const at = (path: string, rootLocation: boolean) => {
  const [type, id] = path.split("/");
  return placeOf({ type: type === "" ? undefined : type, id }, { userId: "me", rootLocation });
};

test("[S-BROWSE-09] where the root is not a place, its address is one's own directory and no crumb leads there", () => {
  expect(at("root", true)).toEqual({ type: "root", id: "" });
  expect(at("root", false)).toEqual({ type: "user", id: "me" });
  for (const rootLocation of [true, false]) {
    expect(at("", rootLocation)).toEqual({ type: "user", id: "me" });
    expect(at("users", rootLocation)).toEqual({ type: "users", id: "" });
    expect(at("folder/f", rootLocation)).toEqual({ type: "folder", id: "f" });
    for (const nowhere of ["folder", "users/u", "viewers/v"]) expect(at(nowhere, rootLocation)).toBeUndefined();
  }
  const ada = { _modelType: "user", _id: "me", login: "ada" } as User;
  const info: PlaceInfo = {
    document: { _modelType: "folder", _id: "f", name: "Reef" } as Folder,
    path: [{ type: "user", object: ada }],
    folderCount: 0,
    itemCount: 0,
  };
  const paths = (rootLocation: boolean) =>
    crumbsOf({ type: "folder", id: "f" }, info, rootLocation).map(({ path }) => path);
  expect(paths(true)).toEqual(["/root", "/users", "/user/me", "/folder/f"]);
  expect(paths(false)).toEqual(["/users", "/user/me", "/folder/f"]);
});
