import type Engine from 'hls.js'
import type { Fragment } from 'hls.js'

/**
 * Browsers keep a segment for up to a year, so a damaged one would come from the cache long after it was mended on the server. A segment
 * that was refused is loaded past the cache. Returns a function that takes one.
 */
export const loadPastCache = (hls: Engine) => {
  const refused = new Set<string>()
  hls.config.xhrSetup = (request, url) => {
    request.open('GET', url, true)
    if (refused.has(url)) request.setRequestHeader('cache-control', 'no-cache')
  }
  return ({ url }: Fragment) => {
    refused.add(url)
  }
}
