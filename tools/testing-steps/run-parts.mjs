const dayMs = 86_400_000

/**
 * Runs files in equal parts, one after the other, and starts no part once the time is over, except for the first. On a
 * slow machine a run is then shorter and says what it left out, instead of being ended in the middle. Each day starts with
 * another part, so that none is always left out.
 * @param {string[]} files
 * @param {{ count: number, untilMs: number, now?: () => number, run: (files: string[]) => Promise<boolean> }} how
 * @returns {Promise<{ isGreen: boolean, left: string[] }>}
 */
export const runParts = async (files, { count, untilMs, now = Date.now, run }) => {
  const first = Math.floor(now() / dayMs) % count
  const parts = Array.from({ length: count }, (_, at) =>
    files.filter((_file, place) => place % count === (first + at) % count),
  ).filter((part) => part.length > 0)
  let isGreen = true
  for (const [at, part] of parts.entries()) {
    if (at > 0 && now() >= untilMs) return { isGreen, left: parts.slice(at).flat().toSorted() }
    isGreen = (await run(part)) && isGreen
  }
  return { isGreen, left: [] }
}
