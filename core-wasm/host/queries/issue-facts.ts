/** The facts about a dataset that the rules for issues need, the same for the page, the server and the command line. */
import type { AttributeDefinition } from "#schemas";
import type { AttributeLimits, IssueFacts } from "../types/issues.ts";
import type { ImageSize } from "../types/reading.ts";

/** Known properties of a dataset; a rule that lacks one finds nothing. */
export interface KnownOfDataset {
  readonly frameCount?: number | undefined;
  /** By frame; or the size of all pictures. */
  readonly sizes?: readonly (ImageSize | undefined)[] | ImageSize | undefined;
  /** The types that tracks may have; empty: any. */
  readonly types?: readonly string[] | undefined;
  readonly attributes?: readonly AttributeDefinition[];
}

export function issueFactsOf({ frameCount, sizes, types = [], attributes = [] }: KnownOfDataset): IssueFacts {
  return {
    ...(frameCount !== undefined && { frameCount }),
    ...(sizes !== undefined && sizesOf(sizes)),
    ...(types.length > 0 && { types }),
    attributes: attributeLimits(attributes),
  };
}

/** One size if all pictures have it; otherwise the size of each, as far as known. */
function sizesOf(
  sizes: readonly (ImageSize | undefined)[] | ImageSize,
): Pick<IssueFacts, "pictureSize" | "pictureSizes"> {
  if ("width" in sizes) return { pictureSize: sizes };
  const [first] = sizes;
  const areEqual =
    first !== undefined && sizes.every((size) => size?.width === first.width && size.height === first.height);
  return areEqual ? { pictureSize: first } : { pictureSizes: sizes };
}

/** The values that the definitions allow. */
function attributeLimits(definitions: readonly AttributeDefinition[]): AttributeLimits[] {
  return definitions.flatMap(({ name, belongs, values = [], editor }): AttributeLimits[] => {
    if (editor?.type === "locked" && values.length > 0) return [{ name, belongs, values }];
    if (editor?.type === "slider" && editor.range?.length === 2)
      return [{ name, belongs, range: editor.range as [number, number] }];
    return [];
  });
}
