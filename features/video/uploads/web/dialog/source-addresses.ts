const isAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:'
}

/** UPLD-011: the addresses of a comma-separated list; undefined if one of them is invalid. UPLD-013 */
export const parseAddresses = (text: string): string[] | undefined => {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.every(isAddress) ? [...new Set(entries)] : undefined
}

/** UPLD-015, UPLD-016: clips of this server, so that no other server learns of a try. */
export const demoAddress = (maxResolutionTier: string | undefined) => {
  const isLarge = maxResolutionTier === '2160p' || maxResolutionTier === '1440p'
  return `${globalThis.location.origin}/samples/${isLarge ? 'demo-4k' : 'demo'}.mp4`
}
