export function observeJsonAttributes(isTrack: bool, start: usize): void {}
