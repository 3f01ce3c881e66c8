import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type ActivityEvent, useActivity } from '@playhead/features/activity/events/web'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { type PageParameter, useExistingPage } from '@playhead/web-kit/navigation/page-parameter.ts'
import {
  applyEvent,
  applyFetchedPage,
  emptyList,
  type Hosted,
  type HostedKind,
  type LiveList,
  showNewEntries,
} from './live-list.ts'

/** ASST-002, LIVE-001 */
export const pageSize = 25

interface LiveListOptions<H extends Hosted> {
  kind: HostedKind<H>
  paging: PageParameter
  /** A page of the server's list. */
  list: UseQueryResult<{ data: H[]; totalRowCount: number }>
  /** What is asked beside the page: in the list of another question no entry is new. */
  question: readonly (string | undefined)[]
  /** True without a search, a filter and another order. */
  isPlain: boolean
  /** Events are missing. */
  onGap: () => void
  onEvents?: (events: readonly ActivityEvent[]) => void
}

/** A page of the server's list with the events since then. */
export const useLiveList = <H extends Hosted>({
  kind,
  paging,
  list,
  question,
  isPlain,
  onGap,
  onEvents,
}: LiveListOptions<H>) => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  const { page } = paging
  useExistingPage(paging, pageSize, list)

  const pageName = JSON.stringify([environmentId, page, ...question])
  const [live, setLive] = useState<LiveList<H>>(emptyList)
  const [seen, setSeen] = useState<{ data: unknown; pageName: string }>()
  if (list.data && !list.isPlaceholderData && list.data !== seen?.data) {
    setSeen({ data: list.data, pageName })
    setLive(applyFetchedPage(live, list.data.data, seen?.pageName === pageName))
  }

  const takesNew = page === 1 && isPlain
  const takeEvents = useCallback(
    (events: readonly ActivityEvent[]) => {
      const place = { environmentId, takesNew }
      setLive((before) =>
        events.reduce((now, event) => applyEvent(now, event, place, kind), before),
      )
      onEvents?.(events)
    },
    [environmentId, takesNew, kind, onEvents],
  )
  const types = ['created', ...kind.changes, 'deleted'].map((word) => `${kind.prefix}.${word}`)
  useActivity({ organizationId, environmentId, types, onEvents: takeEvents, onBegin: onGap, onGap })

  return {
    ...paging,
    list,
    rows: seen && live.entries.filter(({ isNew }) => !isNew),
    newCount: live.entries.filter(({ isNew }) => isNew).length,
    totalCount: list.data && Math.max(0, list.data.totalRowCount + live.countChange),
    isTrimmed: live.isTrimmed,
    showNew: () => setLive(showNewEntries),
    showAll: () => {
      setLive(emptyList)
      setSeen(undefined)
      void list.refetch()
    },
  }
}

export type HostedList<H extends Hosted> = ReturnType<typeof useLiveList<H>>
