import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { completeAfterMs, finalAfterMs } from '../collector-options.ts'
import { idsAtOnceMax, listActiveViews, type ViewActivity } from '../events/events.sql.ts'
import { type LiveView, viewKey, writtenAtOnceBytes } from './live-view.ts'
import type { LiveViews } from './live-views.ts'
import { sampleStepMs } from '../samples/sampler.ts'
import { foldStoredViews, slices } from './stored-views.ts'
import type { ViewWriter } from './view-writer.ts'
import { listWrittenViews, type WrittenView } from './views.sql.ts'

interface RestoreOptions {
  clickhouse: ClickHouse
  views: LiveViews
  viewWriter: ViewWriter
  now: () => number
  /** When the newest stored event arrived. */
  lastReceived: number
}

const marginMs = 60_000
const pageSize = 1_000
const writtenAtOnce = 200

const byEnvironment = (page: readonly ViewActivity[]) => {
  const views = new Map<string, ViewActivity[]>()
  for (const view of page) {
    const own = views.get(view.environment_id)
    if (own) own.push(view)
    else views.set(view.environment_id, [view])
  }
  return views
}

/** A row written at least a minute after the last event holds the whole view. */
const isWhole = (updatedAt: number | undefined, lastReceived: number) =>
  updatedAt !== undefined && updatedAt >= lastReceived + completeAfterMs

/**
 * Rebuilds the state in memory from stored events: views that can continue are opened, and views that became complete
 * while no collector ran are written. Looks back from the last stored event, however long ago it arrived.
 */
export const restoreViews = async ({
  clickhouse,
  views,
  viewWriter,
  now,
  lastReceived,
}: RestoreOptions) => {
  const startedAt = now()
  const since = Math.min(startedAt, lastReceived) - finalAfterMs - marginMs
  if (lastReceived === 0) return
  // A run that ended while it wrote a step has written part of it; that part is not looked up.
  const sampledUntil = Math.floor(lastReceived / sampleStepMs) * sampleStepMs
  for (let offset = 0; ; offset += pageSize) {
    const page = await listActiveViews(clickhouse, { since, limit: pageSize, offset })
    for (const [environmentId, own] of byEnvironment(page)) await restorePage(environmentId, own)
    if (page.length < pageSize) return
  }

  async function restorePage(environmentId: string, page: readonly ViewActivity[]) {
    const tenant = { id: environmentId, clickhouse }
    const rows: WrittenView[] = []
    for (const ids of slices(page, idsAtOnceMax))
      rows.push(
        ...(await listWrittenViews(
          tenant,
          ids.map((view) => view.view_id),
        )),
      )
    const updatedAt = new Map(rows.map((row) => [row.view_id, row.updated]))
    const toFold: string[] = []
    for (const view of page) {
      const isOpen = view.last_received + completeAfterMs > startedAt
      if (isOpen || !isWhole(updatedAt.get(view.view_id), view.last_received))
        toFold.push(view.view_id)
      else if (view.last_received + finalAfterMs > startedAt)
        views.close(viewKey(environmentId, view.view_id), view.last_received)
    }
    const complete: LiveView[] = []
    let completeBytes = 0
    const writeComplete = async () => {
      await viewWriter.write(complete)
      for (const view of complete.splice(0)) {
        if (view.lastReceivedAt + finalAfterMs <= startedAt) continue
        // Its session may report another content before it sends anything more for this one.
        if (view.state.source === 'cmcd') views.restore(view, true)
        else views.close(view.key, view.lastReceivedAt)
        views.written(view)
      }
    }
    for await (const view of foldStoredViews(clickhouse, environmentId, toFold, sampledUntil)) {
      if (view.lastReceivedAt + completeAfterMs > startedAt) {
        // A clock that was set back must not keep views open, nor those after them in the order.
        view.lastReceivedAt = Math.min(view.lastReceivedAt, startedAt)
        views.restore(view, false)
      } else {
        complete.push(view)
        completeBytes += view.bytes
      }
      if (complete.length < writtenAtOnce && completeBytes < writtenAtOnceBytes) continue
      await writeComplete()
      completeBytes = 0
    }
    if (complete.length > 0) await writeComplete()
  }
}
