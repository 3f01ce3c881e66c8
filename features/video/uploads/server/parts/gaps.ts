/** A client that gets this error repeats the same part, so it would never stop. */
const gapsMax = 3
const uploadsMax = 10_000
const gaps = new Map<string, number>()

/** False when the limit for this upload is reached. */
export const countGap = (uploadId: string) => {
  const count = (gaps.get(uploadId) ?? 0) + 1
  if (gaps.size >= uploadsMax) gaps.clear()
  gaps.set(uploadId, count)
  return count <= gapsMax
}

export const forgetGaps = (uploadId: string) => void gaps.delete(uploadId)
