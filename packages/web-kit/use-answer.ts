import { useCallback, useEffect, useState } from 'react'
import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { call, type CallAnswer, type CallArguments, type CallOptions } from './call.ts'

interface Asked<Answer> {
  answer: Answer | undefined
  isFailed: boolean
  isAsking: boolean
}

/** Asks once, for pages light enough to do without the query cache: the logged-out ones. */
export const useAnswer = <E extends Endpoint>(endpoint: E) => {
  const [asked, setAsked] = useState<Asked<CallAnswer<E>>>({
    answer: undefined,
    isFailed: false,
    isAsking: true,
  })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const controller = new AbortController()
    const options: CallOptions = { quiet: true, signal: controller.signal }
    const ask = async () => {
      try {
        const answer = await call(endpoint, ...([options] as CallArguments<E, CallOptions>))
        if (!controller.signal.aborted) setAsked({ answer, isFailed: false, isAsking: false })
      } catch {
        if (!controller.signal.aborted)
          setAsked((before) => ({ ...before, isFailed: true, isAsking: false }))
      }
    }
    void ask()
    return () => controller.abort()
  }, [endpoint, attempt])

  const askAgain = useCallback(() => {
    setAsked((before) => ({ ...before, isAsking: true }))
    setAttempt((count) => count + 1)
  }, [])
  return { ...asked, askAgain }
}
