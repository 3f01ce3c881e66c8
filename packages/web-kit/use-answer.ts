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

  const ask = useCallback(
    async (signal?: AbortSignal) => {
      const options: CallOptions = { quiet: true, signal }
      try {
        const answer = await call(endpoint, ...([options] as CallArguments<E, CallOptions>))
        if (!signal?.aborted) setAsked({ answer, isFailed: false, isAsking: false })
      } catch {
        if (!signal?.aborted) setAsked((before) => ({ ...before, isFailed: true, isAsking: false }))
      }
    },
    [endpoint],
  )

  useEffect(() => {
    const controller = new AbortController()
    void ask(controller.signal)
    return () => controller.abort()
  }, [ask])

  const askAgain = useCallback(() => {
    setAsked((before) => ({ ...before, isAsking: true }))
    void ask()
  }, [ask])
  return { ...asked, askAgain }
}
