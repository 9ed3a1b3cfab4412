/** Of the panel; who opens it does not know the panel itself, which shows them. */
export const multiCameraToolsId = "multi-camera-tools";
