export interface PartLimits {
  /** Of every part but the last. */
  bytesMin: number
  countMax: number
}

/** What an object storage takes at most, in parts that are in memory while they are sent. */
export const usualPartLimits: PartLimits = { bytesMin: 16 * 2 ** 20, countMax: 10_000 }

/**
 * How large each part is. Parts of one size where the size of the whole is known, as some storages
 * want it; otherwise the second half of the parts doubles with each tenth, so that a stream ends at
 * a terabyte and not at 156 GiB.
 */
export const partSizes = (
  { bytesMin, countMax }: PartLimits,
  totalBytes: number | undefined,
): ((place: number) => number) => {
  if (totalBytes !== undefined) {
    const size = Math.max(bytesMin, Math.ceil(totalBytes / countMax))
    return () => size
  }
  return (place) => bytesMin * 2 ** Math.max(0, Math.floor((place * 10) / countMax) - 4)
}
