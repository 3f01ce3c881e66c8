import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import {
  type CollectedEnvironment,
  completeAfterMs,
  type EnvironmentDirectory,
  finalAfterMs,
} from '../collector-options.ts'
import {
  idsAtOnceMax,
  listEnvironmentsWithEvents,
  listViewsWithEvents,
} from '../events/events.sql.ts'
import { type LiveView, writtenAtOnceBytes } from './live-view.ts'
import { makeRows } from './make-rows.ts'
import { foldStoredViews, slices } from './stored-views.ts'
import { storedView } from './view-line.ts'
import { listWholeViews } from './views.sql.ts'

interface RebuildOptions {
  clickhouse: ClickHouse
  directory: EnvironmentDirectory
  now: () => number
  /** All environments when not given. */
  environmentId?: string | undefined
  /** Only views with an event at or after this time. */
  from?: Date | undefined
  progress?: (done: RebuildResult) => void
  /** Stops the rebuild early; completed work stays. */
  signal?: AbortSignal | undefined
}

interface RebuildResult {
  /** Number of views with events, and what changed in their rows. */
  views: number
  unchanged: number
  written: number
  /** Existing rows whose view has no row, or has it under another key. */
  removed: number
}

const dayMs = 86_400_000

/**
 * How long the table keeps events. A view that began earlier may have lost some of its events, so its row is more
 * complete.
 */
const eventsKeptMs = 14 * dayMs

/** Finding these ids takes as long as reading the keys of all remaining events. */
const listedAtOnce = 5_000

/** These columns describe the write, not the view. */
const ofTheWriting = new Set(['version', 'inserted_at', 'updated_at', 'is_deleted'])

/**
 * Rebuilds views from their events. The collector itself handles running views. A row that is already right is not
 * written, so the rebuild is idempotent.
 */
export const rebuildViews = async (options: RebuildOptions): Promise<RebuildResult> => {
  const { clickhouse, directory, environmentId } = options
  const result: RebuildResult = { views: 0, unchanged: 0, written: 0, removed: 0 }
  const ids =
    environmentId === undefined ? await listEnvironmentsWithEvents(clickhouse) : [environmentId]
  for (const environment of await directory.findByIds(ids))
    await rebuildEnvironment(environment, options, result)
  return result
}

const rebuildEnvironment = async (
  environment: CollectedEnvironment,
  { clickhouse, now, from, progress, signal }: RebuildOptions,
  result: RebuildResult,
) => {
  const tenant = { id: environment.id, clickhouse }
  const since = from === undefined ? 0 : from.getTime() - 1
  for (let after = ''; ;) {
    const page = await listViewsWithEvents(tenant, { since, after, limit: listedAtOnce })
    const last = page.at(-1)
    if (!last) return
    after = last.view_id
    const complete = page
      .filter((view) => view.last_received + completeAfterMs <= now())
      .map((view) => view.view_id)
    for (const viewIds of slices(complete, idsAtOnceMax)) {
      if (signal?.aborted) return
      // Taken before anything is read: a row that the collector writes in between is newer and wins.
      await rebuildSome(viewIds, now())
      progress?.(result)
    }
  }

  async function rebuildSome(viewIds: readonly string[], version: number) {
    const rows = new Map<string, Record<string, unknown>[]>()
    for (const row of await listWholeViews(tenant, viewIds)) {
      const id = String(row.view_id)
      rows.set(id, [...(rows.get(id) ?? []), row])
    }
    let text = ''
    for await (const view of foldStoredViews(clickhouse, environment.id, viewIds)) {
      const made = rebuiltRow(view, rows.get(view.viewId) ?? [], version)
      result.views += 1
      text += made
      if (text.length < writtenAtOnceBytes) continue
      await clickhouse.insert('views', Buffer.from(text))
      text = ''
    }
    await clickhouse.insert('views', Buffer.from(text))
  }

  /**
   * Left alone until its last event is certainly stored and written: the collector knows only the row key it wrote,
   * and replaces no other.
   */
  function mayGoOn({ lastReceivedAt }: LiveView) {
    return lastReceivedAt + finalAfterMs + completeAfterMs > now()
  }

  function rebuiltRow(
    view: LiveView,
    present: readonly Record<string, unknown>[],
    version: number,
  ): string {
    const { row, text } = makeRows(view, environment, now(), version)
    const stored = row && storedView(row)
    const mayHaveLostEvents = present.some(
      (each) => Date.parse(String(each.view_start)) < now() - eventsKeptMs,
    )
    const isOver = row !== null && row.view_end + row.retention_days * dayMs <= now()
    const [only, ...others] = present
    const hasItsKey = others.length === 0 && stored !== null && only?.view_end === stored.view_end
    if (mayHaveLostEvents || isOver || (mayGoOn(view) && !hasItsKey)) {
      result.unchanged += 1
      return ''
    }
    if (
      present.length === (stored ? 1 : 0) &&
      present.every((each) => stored && isSame(each, stored))
    ) {
      result.unchanged += 1
      return ''
    }
    if (stored) result.written += 1
    result.removed += present.filter((each) => each.view_end !== stored?.view_end).length
    return text
  }
}

const isSame = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  Object.keys(other).every(
    (column) =>
      ofTheWriting.has(column) || JSON.stringify(one[column]) === JSON.stringify(other[column]),
  )
