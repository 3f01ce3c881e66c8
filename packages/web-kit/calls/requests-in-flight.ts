import type { AbortCause } from './call-error.ts'

/** SHELL-123 */
export const callTimeoutMs = 120_000

interface Running {
  abort: (cause: AbortCause) => void
}

const running = new Set<Running>()
const replaceable = new Map<string, Running>()
let isUnloading = false

globalThis.addEventListener?.('pagehide', () => {
  isUnloading = true
  for (const request of running) request.abort('unload')
})
globalThis.addEventListener?.('pageshow', () => {
  isUnloading = false
})

interface Start {
  url: string
  isReplaceable: boolean
  signal: AbortSignal | undefined
}

/** Tracks a request so that its end can be distinguished: answered, cancelled, timed out, or the page left. */
export const startRequest = ({ url, isReplaceable, signal }: Start) => {
  const controller = new AbortController()
  let cause: AbortCause | undefined
  const request: Running = {
    abort: (why) => {
      cause ??= why
      controller.abort()
    },
  }
  const cancel = () => request.abort('cancelled')
  const timer = setTimeout(() => request.abort('timeout'), callTimeoutMs)
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  running.add(request)
  if (isReplaceable) {
    replaceable.get(url)?.abort('cancelled')
    replaceable.set(url, request)
  }
  return {
    signal: controller.signal,
    abortCause: (): AbortCause | undefined => cause ?? (isUnloading ? 'unload' : undefined),
    end: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      running.delete(request)
      if (replaceable.get(url) === request) replaceable.delete(url)
    },
  }
}
