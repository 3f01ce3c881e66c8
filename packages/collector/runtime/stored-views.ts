import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { ArrivedEvent } from '../player-event.ts'
import { takeSample } from '../view/live-sample.ts'
import { adoptSampled, foldEvents, type ViewState } from '../view/view-state.ts'
import { idsAtOnceMax, listEventsOfViews } from './events.sql.ts'
import { type LiveView, measured, viewKey } from './live-view.ts'
import { listWrittenViews } from './views.sql.ts'

export function* slices<T>(items: readonly T[], size: number) {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

const byView = (events: readonly ArrivedEvent[]) => {
  const views = new Map<string, ArrivedEvent[]>()
  for (const event of events) {
    const own = views.get(event.viewId)
    if (own) own.push(event)
    else views.set(event.viewId, [event])
  }
  return views
}

/** What came after the last step of the last run is said by the first step of this one. */
const leaveUnsaid = (state: ViewState, events: readonly ArrivedEvent[], sampledUntil: number) => {
  const before = events.filter((event) => event.receivedAt < sampledUntil)
  if (before.length === 0) return
  const said = before.length === events.length ? state : foldEvents(before)
  if (!said) return
  takeSample(said, 0, sampledUntil)
  if (said !== state) adoptSampled(state, said)
}

/** Views made from what is stored of them, a few at a time so that neither memory nor the event loop suffers. */
export async function* foldStoredViews(
  clickhouse: ClickHouse,
  environmentId: string,
  viewIds: readonly string[],
  /** What happened before was said by samples already. */
  sampledUntil?: number,
): AsyncGenerator<LiveView> {
  const tenant = { id: environmentId, clickhouse }
  for (const ids of slices(viewIds, idsAtOnceMax)) {
    const [events, rows] = await Promise.all([
      listEventsOfViews(tenant, ids),
      listWrittenViews(tenant, ids),
    ])
    for (const [viewId, own] of byView(events)) {
      const state = foldEvents(own)
      if (!state) continue
      if (sampledUntil !== undefined) leaveUnsaid(state, own, sampledUntil)
      yield {
        key: viewKey(environmentId, viewId),
        environmentId,
        viewId,
        state,
        lastReceivedAt: own.reduce((latest, event) => Math.max(latest, event.receivedAt), 0),
        lastBatch: own.reduce((latest, event) => Math.max(latest, event.batch), 0),
        ...measured(state),
        written: rows
          .filter((row) => row.view_id === viewId)
          .map((row) => ({ viewEnd: row.end, insertedAt: row.inserted })),
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
