import type Engine from 'hls.js'
import type { Fragment } from 'hls.js'

/**
 * Segments may be kept for a year, so a damaged one would come back from the browser's cache long after it is whole on the server: what
 * was refused is asked of the server again, and so is everything once people try again.
 */
export const loadPastCache = (hls: Engine) => {
  const refused = new Set<string>()
  let isForAll = false
  hls.config.xhrSetup = (request, url) => {
    request.open('GET', url, true)
    if (isForAll || refused.has(url)) request.setRequestHeader('cache-control', 'no-cache')
  }
  return {
    add: (segment: Fragment) => {
      refused.add(segment.url)
    },
    addAll: () => {
      isForAll = true
    },
  }
}
