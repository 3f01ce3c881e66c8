import { useEffect, useRef } from 'react'
import { call, type CallResponse } from '@playhead/web-kit/calls/call.ts'
import { currentTenant } from '@playhead/web-kit/session/tenant.ts'
import { events } from '../contract.ts'

export type FeedEvent = CallResponse<typeof events.feed>['data'][number]

const askEveryMs = 2_000
/** Polls less often after a failed request. */
const afterFailureMs = 10_000

interface FeedOptions {
  environmentId: string | undefined
  types?: readonly string[]
  onEvents: (events: readonly FeedEvent[]) => void
  /** Events were lost while this page was away: reload the data. */
  onGap: () => void
}

/** Polls the events of an environment while the page is visible. */
export const useEventFeed = ({ environmentId, types, onEvents, onGap }: FeedOptions) => {
  const latest = useRef({ onEvents, onGap })
  useEffect(() => {
    latest.current = { onEvents, onGap }
  }, [onEvents, onGap])
  const wanted = types?.join()

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    let after: string | undefined

    const ask = async () => {
      if (document.visibilityState === 'hidden') return askEveryMs
      try {
        const { data, next, gap } = await call(events.feed, {
          query: {
            ...(after !== undefined && { after }),
            ...(wanted !== undefined && { types: wanted.split(',') }),
          },
          tenant: { ...currentTenant(), environmentId },
          signal,
          quiet: true,
        })
        after = next
        if (signal.aborted) return askEveryMs
        if (gap) latest.current.onGap()
        if (data.length > 0) latest.current.onEvents(data)
        return askEveryMs
      } catch {
        return afterFailureMs
      }
    }
    const go = async () => {
      const pauseMs = await ask()
      if (!signal.aborted) timer = setTimeout(() => void go(), pauseMs)
    }
    void go()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [environmentId, wanted])
}
