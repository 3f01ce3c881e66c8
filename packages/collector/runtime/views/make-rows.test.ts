import { expect, test } from 'vitest'
import { aScriptedView, scriptStart } from '../../fixtures/testing-replay.ts'
import { foldEvents } from '../../view/apply-event.ts'
import { type LiveView, measured, type WrittenRow } from './live-view.ts'
import { makeRows } from './make-rows.ts'

const environment = {
  id: '00000000-0000-4000-8000-000000000001',
  key: 'key',
  status: 'integrated',
  retentionDays: 30,
  errorRules: new Map(),
} as const

const rowsOf = (written: WrittenRow[]) => {
  const events = aScriptedView(
    ['viewstart', 0, { view_start: scriptStart }],
    ['play', 1_000],
    ['playing', 2_000],
    ['viewend', 60_000],
  )
  const [first] = events
  const state = foldEvents(events)!
  const { environmentId, viewId } = first!
  const view: LiveView = {
    key: viewId,
    environmentId,
    viewId,
    state,
    ...measured(state),
    lastReceivedAt: 0,
    lastBatch: 1,
    written,
  }
  const { text, row } = makeRows(view, environment, scriptStart + 120_000)
  const lines = text.trim().split('\n')
  return { row: row!, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('a row under another key is deleted, with the start that it had', () => {
  const { row } = rowsOf([])
  const old = { viewStart: row.view_start - 7_200_000, viewEnd: row.view_end - 1, insertedAt: 1 }
  const { lines } = rowsOf([old])
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({
    is_deleted: 1,
    version: row.version,
    view_start: new Date(old.viewStart).toISOString(),
    view_end: new Date(old.viewEnd).toISOString(),
  })
})

test('a row that began elsewhere is replaced, and its former start is named by a row that does not count', () => {
  const { row } = rowsOf([])
  const same = { viewStart: row.view_start, viewEnd: row.view_end, insertedAt: 1 }
  expect(rowsOf([same]).lines).toHaveLength(1)
  const { lines } = rowsOf([{ ...same, viewStart: row.view_start + 3_600_000 }])
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({
    is_deleted: 1,
    version: row.version - 1,
    view_start: new Date(row.view_start + 3_600_000).toISOString(),
    view_end: new Date(row.view_end).toISOString(),
  })
})
