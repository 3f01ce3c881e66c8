import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { ArrivedEvent } from '../../player-event.ts'
import { takeSample } from '../../view/live-sample.ts'
import { adoptSampled, applyEvent, openView } from '../../view/apply-event.ts'
import type { ViewState } from '../../view/view-state.ts'
import { eventsOfViews, idsAtOnceMax } from '../events/events.sql.ts'
import { type LiveView, measured, viewKey } from './live-view.ts'
import { listWrittenViews } from './views.sql.ts'

export const slices = function* <T>(items: readonly T[], size: number) {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

interface Folding {
  state: ViewState
  /** State of the view as last sampled by the previous run. */
  said: ViewState | undefined
  lastReceivedAt: number
  lastBatch: number
}

const fold = (state: ViewState | undefined, event: ArrivedEvent): ViewState => {
  if (!state) return openView(event)
  applyEvent(state, event)
  return state
}

const foldAll = async (events: AsyncIterable<ArrivedEvent>, sampledUntil: number) => {
  const views = new Map<string, Folding>()
  for await (const event of events) {
    const before = views.get(event.viewId)
    const isSaid = event.receivedAt < sampledUntil
    views.set(event.viewId, {
      state: fold(before?.state, event),
      said: isSaid ? fold(before?.said, event) : before?.said,
      lastReceivedAt: Math.max(before?.lastReceivedAt ?? 0, event.receivedAt),
      lastBatch: Math.max(before?.lastBatch ?? 0, event.batch),
    })
  }
  return views
}

/** The first step of this run reports what came after the last step of the previous run. */
const leaveUnsaid = ({ state, said }: Folding, sampledUntil: number) => {
  if (!said) return
  takeSample(said, 0, sampledUntil)
  adoptSampled(state, said)
}

/** Views built from their stored events, a few at a time to limit memory and the load on the event loop. */
export const foldStoredViews = async function* (
  clickhouse: ClickHouse,
  environmentId: string,
  viewIds: readonly string[],
  /** Existing samples cover everything before this time. */
  sampledUntil = 0,
): AsyncGenerator<LiveView> {
  const tenant = { id: environmentId, clickhouse }
  for (const ids of slices(viewIds, idsAtOnceMax)) {
    const [views, rows] = await Promise.all([
      foldAll(eventsOfViews(tenant, ids), sampledUntil),
      listWrittenViews(tenant, ids),
    ])
    for (const [viewId, folding] of views) {
      leaveUnsaid(folding, sampledUntil)
      const { state, lastReceivedAt, lastBatch } = folding
      yield {
        key: viewKey(environmentId, viewId),
        environmentId,
        viewId,
        state,
        lastReceivedAt,
        lastBatch,
        ...measured(state),
        written: rows
          .filter((row) => row.view_id === viewId)
          .map((row) => ({ viewStart: row.start, viewEnd: row.end, insertedAt: row.inserted })),
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
