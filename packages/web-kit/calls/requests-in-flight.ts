import { createStore, useStore } from '../external-store.ts'
import type { AbortCause } from './call-error.ts'

/** SHELL-123 */
export const callTimeoutMs = 120_000

interface Running {
  abort: (cause: AbortCause) => void
  startedMs: number
  isQuestion: boolean
}

const running = new Set<Running>()
/** What the engine may take long to answer. */
const isQuestion = (url: string) => /^\/(data\/v1|ui\/v1\/metrics)\//.test(url)

const oldestQuestion = createStore<number | undefined>(undefined)

const noteQuestions = () => {
  const started = [...running].filter((one) => one.isQuestion).map(({ startedMs }) => startedMs)
  oldestQuestion.set(started.length === 0 ? undefined : Math.min(...started))
}

/** When the question was asked that has waited longest for its answer. */
export const useOldestQuestion = () => useStore(oldestQuestion)

/** Ends all questions: the server stops their queries in the engine, and each says so in its place. */
export const stopQuestions = () => {
  for (const request of running) if (request.isQuestion) request.abort('stopped')
}

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
    startedMs: Date.now(),
    isQuestion: isQuestion(url),
  }
  const cancel = () => request.abort('cancelled')
  const timer = setTimeout(() => request.abort('timeout'), callTimeoutMs)
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  running.add(request)
  noteQuestions()
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
      noteQuestions()
      if (replaceable.get(url) === request) replaceable.delete(url)
    },
  }
}
