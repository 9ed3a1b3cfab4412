/**
 * A slice refers to bytes in linear memory, or to entries of a column, in one 64-bit value: start in the low half,
 * length in the high half. 0 is the empty slice, which also stands for "absent".
 */
export type Slice = u64;

export const NO_SLICE: Slice = 0;

export function makeSlice(start: usize, length: usize): Slice {
  return <u64>start | ((<u64>length) << 32);
}

export function sliceStart(slice: Slice): usize {
  return <usize>(<u32>slice);
}

export function sliceLength(slice: Slice): u32 {
  return <u32>(slice >> 32);
}

export function sliceEnd(slice: Slice): usize {
  return sliceStart(slice) + <usize>sliceLength(slice);
}
