/** Stands where the viewer will be. */
export default function ViewerPlaceholder() {
  return null;
}
