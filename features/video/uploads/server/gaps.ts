/** A sender that hears of the gap repeats the part it has, so it never comes to an end by itself. */
const gapsMax = 3
const uploadsMax = 10_000
const gaps = new Map<string, number>()

/** False once it was told often enough. */
export const countGap = (uploadId: string) => {
  const count = (gaps.get(uploadId) ?? 0) + 1
  if (gaps.size >= uploadsMax) gaps.clear()
  gaps.set(uploadId, count)
  return count <= gapsMax
}

export const forgetGaps = (uploadId: string) => void gaps.delete(uploadId)
