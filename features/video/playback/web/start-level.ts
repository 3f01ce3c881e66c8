interface Level {
  bitrate: number
  url: readonly string[]
}

/** Above this rate a viewer with a slow connection would wait for the first picture. */
const copyBitrateMax = 5_000_000

/**
 * Levels are sorted by bitrate. The copy of the source needs no encoding, so it starts at once;
 * without a copy, or with a heavy one, the smallest level starts soonest.
 */
export const startLevelOf = (levels: readonly Level[]) => {
  const copy = levels.findIndex(
    ({ bitrate, url }) =>
      bitrate <= copyBitrateMax && url.some((address) => /\/source\.m3u8(\?|$)/.test(address)),
  )
  return Math.max(0, copy)
}
