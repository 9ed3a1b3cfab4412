/**
 * The types and frames that an export has to name, each once, in the order of first use. The host turns them into
 * categories and images, fills the category table and the image ids, and annotations look up both here.
 */
import { typeCount } from "../../columns/types";
import { allocate } from "../../memory/arena";
import { createIdMap, idMapGet, idMapSet } from "../../memory/id-map";
import { categoryCount, categoryType, NO_CATEGORY, NO_TYPE } from "./categories";

/** Types in the order of first use, and by type its position in the category table (u32 each). */
let usedTypes: usize = 0;
export let usedTypeCount: u32 = 0;
let categoryOfType: usize = 0;

/** Frames in the order of first use (u32), their positions by frame, and the image id by position (f64). */
let usedFrames: usize = 0;
let usedFrameCapacity: u32 = 0;
export let usedFrameCount: u32 = 0;
let framePositions: usize = 0;
let imageIds: usize = 0;

export function openUsed(): void {
  usedTypes = allocate((<usize>typeCount) << 2);
  categoryOfType = allocate((<usize>typeCount) << 2);
  memory.fill(categoryOfType, 0xff, (<usize>typeCount) << 2);
  usedTypeCount = 0;
  usedFrameCapacity = 0;
  usedFrameCount = 0;
  framePositions = createIdMap(0);
}

export function useType(type: u32): void {
  const slot = categoryOfType + ((<usize>type) << 2);
  if (load<u32>(slot) != NO_CATEGORY) return;
  store<u32>(slot, 0);
  store<u32>(usedTypes + ((<usize>usedTypeCount) << 2), type);
  usedTypeCount++;
}

export function useFrame(frame: u32): void {
  if (idMapGet(framePositions, frame) >= 0) return;
  if (usedFrameCount == usedFrameCapacity) {
    usedFrameCapacity = usedFrameCapacity * 2 + 1024;
    const moved = allocate((<usize>usedFrameCapacity) << 2);
    memory.copy(moved, usedFrames, (<usize>usedFrameCount) << 2);
    usedFrames = moved;
  }
  idMapSet(framePositions, frame, usedFrameCount);
  store<u32>(usedFrames + ((<usize>usedFrameCount) << 2), frame);
  usedFrameCount++;
}

/** Ends the collection. */
export function closeUsed(): void {
  imageIds = allocate((<usize>usedFrameCount) << 3);
}

export function usedTypeList(): usize {
  return usedTypes;
}

export function usedFrameList(): usize {
  return usedFrames;
}

/** Address of one f64 per used frame, to be filled by the host. */
export function imageIdList(): usize {
  return imageIds;
}

/** Called after the category table has been filled. */
export function takeCategories(): void {
  for (let category: u32 = categoryCount; category > 0; category--) {
    const type = categoryType(category - 1);
    if (type != NO_TYPE && type < typeCount) store<u32>(categoryOfType + ((<usize>type) << 2), category - 1);
  }
}

@inline
export function categoryOf(type: u32): u32 {
  return load<u32>(categoryOfType + ((<usize>type) << 2));
}

@inline
export function imageIdOf(frame: u32): f64 {
  return load<f64>(imageIds + ((<usize>idMapGet(framePositions, frame)) << 3));
}
