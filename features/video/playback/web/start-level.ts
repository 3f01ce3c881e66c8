interface Level {
  bitrate: number
  url: readonly string[]
}

/** Above it, somebody on a slow line would wait for the first picture. */
const copyBitrateMax = 5_000_000

/**
 * Levels come sorted by bitrate. The copy of the source needs no encoding, so it is there at once;
 * where there is none, or it is heavy, the smallest is made soonest.
 */
export const startLevelOf = (levels: readonly Level[]) => {
  const copy = levels.findIndex(
    ({ bitrate, url }) =>
      bitrate <= copyBitrateMax && url.some((address) => /\/source\.m3u8(\?|$)/.test(address)),
  )
  return Math.max(0, copy)
}
