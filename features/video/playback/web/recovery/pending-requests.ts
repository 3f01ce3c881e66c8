import type Engine from 'hls.js'
import { ErrorTypes, Events } from 'hls.js'

/** The engine waits up to eight seconds before it tries again what has failed. */
const retryMs = 10_000

/** Whether the engine waits for the network, for a response or to ask again. */
export const pendingRequests = (hls: Engine) => {
  let count = 0
  let failedAt = -Infinity
  const { xhrSetup } = hls.config
  hls.config.xhrSetup = (request, url, ...rest) => {
    request.addEventListener('loadstart', () => {
      count += 1
    })
    request.addEventListener('loadend', () => {
      count -= 1
    })
    return xhrSetup?.(request, url, ...rest)
  }
  hls.on(Events.ERROR, (_, { type }) => {
    if (type === ErrorTypes.NETWORK_ERROR) failedAt = performance.now()
  })
  return () => count > 0 || performance.now() - failedAt < retryMs
}
