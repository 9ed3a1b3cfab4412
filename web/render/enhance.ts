/** Image enhancements as GLSL for fragment shaders, shared by all layers that show pixels of a picture. */
import { sharpenKernel, type ImageEnhancements } from "../base/image-enhancements.ts";

/**
 * `enhanced(image, uv)` samples a texture and applies `u_enhance`. Sharpening uses the neighbors in the picture, or on
 * the screen if that is coarser, so that it works the same at any zoom.
 */
export const enhanceGlsl = `
uniform vec4 u_enhance;
const float kernel[9] = float[9](${sharpenKernel.flat().map((weight) => weight.toFixed(1))});
vec3 enhanced(sampler2D image, vec2 uv) {
  vec2 neighbor = max(1.0 / vec2(textureSize(image, 0)), fwidth(uv));
  vec3 rgb = texture(image, uv).rgb;
  if (u_enhance.w > 0.0) {
    vec3 sharp = vec3(0.0);
    for (int i = 0; i < 9; i++)
      if (kernel[i] != 0.0) sharp += kernel[i] * texture(image, uv + neighbor * vec2(i % 3 - 1, i / 3 - 1)).rgb;
    rgb = clamp(mix(rgb, sharp, u_enhance.w), 0.0, 1.0);
  }
  rgb = (rgb * u_enhance.x - 0.5) * u_enhance.y + 0.5;
  // Luminance weights (sRGB).
  return mix(vec3(dot(rgb, vec3(0.2126, 0.7152, 0.0722))), rgb, u_enhance.z);
}
`;

export function enhanceUniforms({ brightness, contrast, saturation, sharpen }: ImageEnhancements): {
  readonly u_enhance: readonly number[];
} {
  return { u_enhance: [brightness, contrast, saturation, sharpen] };
}
