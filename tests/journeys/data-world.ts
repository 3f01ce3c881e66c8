import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Audience } from '@playhead/audience/audience.ts'
import { historyRows } from '@playhead/audience/history.ts'
import { brownOut, incidentsAround } from '@playhead/audience/world/incidents.ts'
import { northlight } from '@playhead/audience/world/world.ts'
import { operator } from './operator.ts'
import type { World } from './world.ts'

export type ViewLine = Record<string, unknown>

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Imports rows of views as an operator does. */
export const loadViews = async (
  { environment }: Pick<World, 'environment'>,
  rows: readonly ViewLine[],
  command: typeof operator = operator,
) => {
  const file = path.join(tmpdir(), `playhead-rows-${randomUUID().slice(0, 8)}.ndjson`)
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  try {
    await command('import', { file, environment: environment.id })
  } finally {
    await rm(file, { force: true })
  }
}

interface Mark {
  viewer_time: number
  event_time: number
}

const moved = (row: ViewLine, byMs: number): ViewLine => {
  const later = (moment: unknown) => new Date(Date.parse(String(moment)) + byMs).toISOString()
  const marks = JSON.parse(String(row.timeline)) as Mark[]
  return {
    ...row,
    view_start: later(row.view_start),
    view_end: later(row.view_end),
    timeline: JSON.stringify(
      marks.map((mark) => ({
        ...mark,
        viewer_time: mark.viewer_time + byMs,
        event_time: mark.event_time + byMs,
      })),
    ),
  }
}

/** A day of the demo's calendar with a CDN failure in the evening. */
const brokenDay = Date.UTC(2026, 10, 15)

/**
 * A day of the demo's audience up to two hours after its built-in incident, shifted by whole hours so that it ends in
 * the last hour: always the same views.
 */
export const brokenCdn = () => {
  const planted = incidentsAround(brokenDay).find(({ kind }) => kind === 'cdn_brownout')
  if (!planted) throw new Error('No CDN breaks on that day.')
  const end = planted.to + 2 * hourMs
  const byMs = Math.floor((Date.now() - end) / hourMs) * hourMs
  const stretch = { from: end - 26 * hourMs, to: end, overBy: end }
  const facts = { environmentId: '', retentionDays: 100, writtenAt: end }
  const rows = [...historyRows(new Audience(northlight, 'harbour'), stretch, facts)].flatMap(
    ({ rows: some }) => some,
  )
  return {
    rows: rows.map((row) => moved(row, byMs)),
    from: planted.from + byMs,
    to: planted.to + byMs,
    cdn: brownOut.cdn,
    country: 'Germany',
  }
}
