/** The panel's id, in its own file so that code that opens the panel does not import it. */
export const multiCameraToolsId = "multi-camera-tools";
