/**
 * Pages of sorted reviews. An index sorts the tracks of each dataset; these lists are merged, and no more of each is read
 * than the page needs. Tracks that no index sorts are in lists of several datasets, which the database sorts.
 */
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { firstOfLists, type ListRead } from "../../base/first-of-lists.ts";
import { comparePlaces, isReversed, type ReviewPlace, type ReviewSort } from "../../domain/review.ts";
import type { ReviewQuery } from "../../ports/review.repository.ts";
import { currentRecords } from "./annotation-rows.ts";
import { chunks } from "./queries.ts";
import { isUnranked, type Ranks } from "./ranks.ts";
import { foundTracks, type Part, partsOf, type RankPlace, rankIn } from "./review-conditions.ts";
import type { Db } from "./tables.ts";

/** Sorted lists per statement, and datasets of a list that the database sorts: a statement is not stopped. */
const maxListsPerStatement = 20;

type SortedQuery = ReviewQuery & { readonly sort: Exclude<ReviewSort, "dataset"> };

interface PlaceList extends Part {
  readonly place: RankPlace;
}

export async function sortedPage(
  db: Db,
  ranks: Ranks,
  query: SortedQuery,
  signal: AbortSignal | undefined,
): Promise<ReviewPlace[]> {
  const { sort, limit } = query;
  const rankOrder = query.descending ? "desc" : "asc";
  const idOrder = isReversed(query) ? "desc" : "asc";
  const compare = (a: ReviewPlace, b: ReviewPlace): number => comparePlaces(query, a, b);

  const select = ({ list, after = query.after, count }: ListRead<PlaceList, ReviewPlace>, n: number) => {
    const rank = sort === "frame" ? sql<number>`annotations.begin_frame` : rankIn(list.place, ranks, sort);
    const first = foundTracks({ db, ranks, place: list.place }, query, list)
      .select([sql.lit(n).as("list"), "dataset_id", "id", rank.as("rank")])
      .$if(after !== undefined, (rest) => rest.where(comesAfter(query, rank, after!)))
      .orderBy(rank, rankOrder)
      .orderBy("dataset_id", idOrder)
      .orderBy("id", idOrder)
      .limit(count);
    return db.selectFrom(first.as("first")).selectAll();
  };
  const read = async (some: readonly ListRead<PlaceList, ReviewPlace>[]): Promise<ReviewPlace[][]> => {
    const found = some.map((): ReviewPlace[] => []);
    const queries = some.map(select);
    const isSorted = (n: number): boolean => some[n]!.list.place === "stored";
    const statements = [
      ...chunks(
        queries.filter((_, n) => isSorted(n)),
        maxListsPerStatement,
      ),
      ...queries.filter((_, n) => !isSorted(n)).map((each) => [each]),
    ];
    for (const [first, ...others] of statements) {
      signal?.throwIfAborted();
      const all = others.reduce((before, next) => before.unionAll(next), first!);
      for (const { list, rank, dataset_id: datasetId, id } of await all.execute()) {
        found[Number(list)]!.push({ rank: Number(rank), datasetId, trackId: Number(id) });
      }
    }
    // A database promises no order for the rows of several lists.
    return found.map((places) => places.sort(compare));
  };
  const lists = await listsOf(db, query, signal);
  const shareOf = ({ place }: PlaceList): number => (place === "stored" ? Math.ceil(limit / lists.length) : limit);
  return await firstOfLists(lists, { limit, shareOf, compare, read });
}

async function listsOf(db: Db, query: SortedQuery, signal: AbortSignal | undefined): Promise<PlaceList[]> {
  const lists: PlaceList[] = [];
  if (query.sort === "frame" || query.only !== undefined) {
    for await (const part of partsOf(query, maxListsPerStatement, signal)) lists.push({ ...part, place: "either" });
    return lists;
  }
  for (const chunk of chunks(query.datasetIds)) {
    const unranked = await currentRecords(db)
      .select("dataset_id")
      .distinct()
      .where("dataset_id", "in", chunk)
      .where("set_name", "=", query.setName)
      .where(isUnranked)
      .execute();
    for (const part of chunks(unranked, maxListsPerStatement)) {
      lists.push({ datasetIds: part.map((row) => row.dataset_id), ids: undefined, place: "payload" });
    }
    lists.push(...chunk.map((id): PlaceList => ({ datasetIds: [id], ids: undefined, place: "stored" })));
  }
  return lists;
}

/** The first condition is a range of the index; the second one is about the few tracks with the same rank. */
function comesAfter(
  query: SortedQuery,
  rank: RawBuilder<number>,
  { rank: last, datasetId, trackId }: ReviewPlace,
): RawBuilder<SqlBool> {
  const further = query.descending ? sql`<` : sql`>`;
  const beyond = isReversed(query) ? sql`<` : sql`>`;
  return sql<SqlBool>`${rank} ${further}= ${last} AND (${rank} ${further} ${last} OR dataset_id ${beyond} ${datasetId}
    OR (dataset_id = ${datasetId} AND id ${beyond} ${trackId}))`;
}
