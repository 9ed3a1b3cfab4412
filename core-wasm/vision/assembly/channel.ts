/** Reading pixels of three bytes. */

/** A channel of four pixels as f32. @param which 0 red, 1 green, 2 blue */
// @ts-ignore: decorator
@inline
export function channel(bytes: v128, which: u8): v128 {
  const places = i32x4.add(i32x4(~0xff, ~0xff | 3, ~0xff | 6, ~0xff | 9), i32x4.splat(which));
  return f32x4.convert_i32x4_u(i8x16.swizzle(bytes, places));
}
