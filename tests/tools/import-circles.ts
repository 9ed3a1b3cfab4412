/** Import cycles: files that reach each other, by values or by types (R. Tarjan, "Depth-first search", 1972). */

/** Imports of each file, by path. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The files of each cycle, sorted; the largest cycle first. */
export function findCircles(graph: ImportGraph): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();

  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    path.push(file);
    onPath.add(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) {
        visit(target);
        lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
      } else if (onPath.has(target)) lowest.set(file, Math.min(lowest.get(file)!, order.get(target)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = path.splice(path.indexOf(file));
    for (const member of circle) onPath.delete(member);
    if (circle.length > 1) circles.push(circle.toSorted());
  };

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.toSorted((a, b) => b.length - a.length);
}
