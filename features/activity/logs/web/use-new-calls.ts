import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type ActivityCall,
  followCalls,
  type NewItems,
  newItemsMax,
} from '@playhead/features/activity/events/web'
import type { CamelInput } from '@playhead/contract-kit/case-seam.ts'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { logs } from '../contract.ts'

const newestEveryMs = 5000

type Filter = Pick<
  NonNullable<CamelInput<typeof logs.list.query>>,
  'status' | 'method' | 'route' | 'callerId' | 'q' | 'requestId' | 'timeframe'
>

/** Whether a call that was just logged belongs to the list that is shown. */
const passes = ({ id, object, data }: ActivityCall, filter: Filter) => {
  const { status = [], method, route, callerId, q } = filter
  const isAnyOf = (wanted: string) =>
    object?.id === wanted || [id, data.requestId].includes(wanted.toLowerCase())
  return (
    status.every((one) => one === String(data.status) || one === `${String(data.status)[0]}xx`) &&
    (method?.some((one) => one === data.method) ?? true) &&
    (route === undefined || route === data.route) &&
    (callerId === undefined || callerId.toLowerCase() === data.caller.id) &&
    (q === undefined || isAnyOf(q))
  )
}

/** ACTV-007, ACTV-008: what came in since the list was read, ten at most. */
const newerThan = (shown: readonly ActivityCall[], newest: readonly ActivityCall[]): NewItems => {
  const known = new Set(shown.map(({ id }) => id))
  const since = shown[0]?.createdAt ?? ''
  const ids = new Set(
    newest.filter(({ id, createdAt }) => !known.has(id) && createdAt >= since).map(({ id }) => id),
  )
  return { ids: [...ids].slice(0, newItemsMax), hasMore: ids.size > newItemsMax }
}

interface NewCallsOptions {
  filter: Filter
  /** Undefined while there is no list to compare with. */
  shown: readonly ActivityCall[] | undefined
}

/** The calls that were logged since the list was read: over the socket, and over HTTP while there is none. RTCH-029 */
export const useNewCalls = ({ filter, shown }: NewCallsOptions): NewItems => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  const [isLive, setLive] = useState(false)
  const isEnabled = shown !== undefined
  const newest = useQuery({
    ...query(
      logs.list,
      { query: { limit: newItemsMax + 1, facets: false, ...filter } },
      { quiet: true },
    ),
    enabled: isEnabled,
    refetchInterval: isLive ? false : newestEveryMs,
  })
  const listName = JSON.stringify([environmentId, filter])
  const [pushed, setPushed] = useState({ listName, calls: [] as readonly ActivityCall[] })
  if (pushed.listName !== listName) setPushed({ listName, calls: [] })

  const handlers = {
    onCalls: (calls: readonly ActivityCall[]) => {
      const passing = calls.filter((call) => passes(call, filter)).toReversed()
      if (passing.length > 0)
        setPushed((before) => ({
          ...before,
          calls: [...passing, ...before.calls].slice(0, 2 * newItemsMax),
        }))
    },
    onMissed: () => {
      if (isEnabled) void newest.refetch()
    },
  }
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (!organizationId || !environmentId) return undefined
    return followCalls(organizationId, {
      environmentId,
      onCalls: (calls) => latest.current.onCalls(calls),
      onMissed: () => latest.current.onMissed(),
      onLive: setLive,
    })
  }, [organizationId, environmentId])

  return newerThan(shown ?? [], shown ? [...pushed.calls, ...(newest.data?.data ?? [])] : [])
}
