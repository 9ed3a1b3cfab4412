/** The categories of a COCO document: names, keypoints, and the parent of each category (api/v1 section 21.3). */
import { isObject } from "../../json.ts";
import { hostProblem, type HostProblemCode } from "../problems/host-problems.ts";
import { isInvisible } from "../dive-config/type-hierarchy.ts";
import type { Problem } from "../../types.ts";

/** Longer lists of keypoints are ignored: each annotation would have to repeat them. */
export const maxKeypoints = 1000;

export interface CocoCategory {
  /** As referred to by annotations: the characters of a number or text; empty if none exists. */
  readonly id: string;
  /** `undefined`: the category has no name, and only occupies its position in the list. */
  readonly name: string | undefined;
  readonly keypoints: readonly string[];
}

export interface CocoCategories {
  readonly list: readonly CocoCategory[];
  readonly hasDuplicateNames: boolean;
  /** Parent by child. */
  readonly hierarchy: Readonly<Record<string, string>> | undefined;
  readonly problems: readonly Problem[];
}

export function readCategories(raw: readonly unknown[]): CocoCategories {
  const problems = new Map<string, Problem>();
  const warn = (code: HostProblemCode, words: readonly string[], index?: number): void => {
    const pointer = index === undefined ? "/categories" : `/categories/${index}`;
    if (!problems.has(code)) problems.set(code, hostProblem(code, words, { pointer }));
  };
  const list = raw.map((value, index): CocoCategory => {
    const { id, name, keypoints } = isObject(value) ? value : {};
    const isNamed = typeof name === "string" && !isInvisible(name);
    if (!isNamed) warn("coco-category-name", [], index);
    return {
      id: typeof id === "number" || typeof id === "string" ? String(id) : "",
      name: isNamed ? name : undefined,
      keypoints: isTextList(keypoints) && keypoints.length <= maxKeypoints ? keypoints : [],
    };
  });
  const byId = new Map<string, string>();
  for (const [index, { id, name = "without a name" }] of list.entries()) {
    const first = byId.get(id);
    if (first === undefined) byId.set(id, name);
    else if (id !== "" && first !== name) warn("coco-category-repeated", [id, first, name], index);
  }
  const names = list.flatMap(({ name }) => name ?? []);
  const hasDuplicateNames = new Set(names).size < names.length;

  const edges = new Map<string, string>();
  for (const [index, value] of raw.entries()) {
    const child = list[index]?.name;
    if (child === undefined || !isObject(value)) continue;
    const parents = isTextList(value["parents"]) ? value["parents"] : [];
    if (parents.length > 1) warn("coco-category-parents", [], index);
    const [only = ""] = parents.length === 1 ? parents : [];
    const above = typeof value["supercategory"] === "string" ? value["supercategory"] : "";
    const parent = isInvisible(above) ? only : above;
    // COCO's own files mark a category without a parent as its own parent.
    if (!isInvisible(parent) && parent !== child) edges.set(child, parent);
  }
  let hierarchy: Record<string, string> | undefined;
  const loop = findLoop(edges);
  if (edges.size > 0 && hasDuplicateNames) warn("coco-hierarchy-names", []);
  else if (loop !== undefined) warn("coco-hierarchy-loop", [`cycle ${loop.join(" -> ")}`]);
  else if (edges.size > 0) hierarchy = Object.fromEntries(edges);
  return { list, hasDuplicateNames, hierarchy, problems: [...problems.values()] };
}

/** Also used when the hierarchy is applied to a dataset. */
export function hierarchyRefused(reason: string): string {
  return hostProblem("coco-hierarchy-loop", [reason]).message;
}

/** The first cycle, or `undefined`. */
function findLoop(parents: ReadonlyMap<string, string>): readonly string[] | undefined {
  const safe = new Set<string>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !safe.has(at)) {
      if (onPath.has(at)) return [...path.slice(path.indexOf(at)), at];
      path.push(at);
      onPath.add(at);
      at = parents.get(at);
    }
    for (const type of path) safe.add(type);
  }
  return undefined;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
