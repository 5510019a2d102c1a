/** How long registry, manifest and entry may take before the failure page says so, in milliseconds. Chunks: see `chunkLoadTimeout`. */
export const TIMEOUT = 4000;
