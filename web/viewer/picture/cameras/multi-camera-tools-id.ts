/** The panel's id, in a file of its own so that code that opens the panel does not import it. */
export const multiCameraToolsId = "multi-camera-tools";
