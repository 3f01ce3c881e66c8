export interface PartLimits {
  /** For every part except the last. */
  bytesMin: number
  countMax: number
}

/** The usual limits of S3 storage, with parts small enough to buffer in memory. */
export const defaultPartLimits: PartLimits = { bytesMin: 16 * 2 ** 20, countMax: 10_000 }

/**
 * The size of each part. Equal parts where the total size is known, as some storages require;
 * otherwise part sizes in the second half double with each tenth, so that a stream may have a
 * terabyte instead of 156 GiB.
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
