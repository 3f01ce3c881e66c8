import { useCallback, useEffect, useState } from 'react'
import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { call, type CallResponse, type CallArguments, type CallOptions } from './call.ts'
import { createStore, useStore } from '../external-store.ts'

interface Asked<Answer> {
  answer: Answer | undefined
  isFailed: boolean
  isAsking: boolean
}

const createQuestion = <E extends Endpoint>(endpoint: E) => {
  const store = createStore<Asked<CallResponse<E>>>({
    answer: undefined,
    isFailed: false,
    isAsking: true,
  })
  const ask = async (signal?: AbortSignal) => {
    const options: CallOptions = { quiet: true, signal }
    store.set({ ...store.get(), isAsking: true })
    try {
      const answer = await call(endpoint, ...([options] as CallArguments<E, CallOptions>))
      if (!signal?.aborted) store.set({ answer, isFailed: false, isAsking: false })
    } catch {
      if (!signal?.aborted) store.set({ ...store.get(), isFailed: true, isAsking: false })
    }
  }
  return { store, ask }
}

/** Fetches once, for pages without the query cache: the logged-out ones. */
export const useUncachedCall = <E extends Endpoint>(endpoint: E) => {
  const [{ store, ask }] = useState(() => createQuestion(endpoint))
  useEffect(() => {
    const controller = new AbortController()
    void ask(controller.signal)
    return () => controller.abort()
  }, [ask])
  const askAgain = useCallback(() => void ask(), [ask])
  return { ...useStore(store), askAgain }
}
