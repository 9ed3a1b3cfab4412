/** Several cameras: what the viewer says of them. */
export const cameras = {
  select: "Camera",
  camera: "Camera {name}",
  noPicture: "This camera has no picture of this moment.",
} as const;
