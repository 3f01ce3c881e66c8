import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readLedger } from '../runtime/ledger/ledger.sql.ts'
import { rebuildViews } from '../runtime/views/rebuild.ts'
import {
  aCollectedEnvironment,
  aDirectory,
  JumpingClock,
  startTestCollector,
} from '../runtime/testing-collector.ts'
import { listWholeViews } from '../runtime/views/views.sql.ts'
import { viewIdOf } from './view-ids.ts'

const clickhouse = await makeTestClickHouse()

const contents = ['a', 'b', 'c']
/** Three contents of 20 seconds in one session, the first with a second of startup; then the first again for ten. */
const reports = [
  [0, 'a', 'e=ps,sta=s'],
  [1, 'a', 'e=ps,sta=p'],
  [10, 'a', 'e=t,sta=p'],
  [20, 'b', 'e=c,sta=p'],
  [21, 'a', 'e=rr,rc=200,ttlb=1500,sta=p,url="https://cdn.example/a.m4s"'],
  [40, 'c', 'e=c,sta=p'],
  [60, 'c', 'e=ps,sta=a'],
  [70, 'a', 'e=c,sta=p'],
  [72, 'a', 'e=t,sta=p'],
  [80, 'a', 'e=ps,sta=e'],
] as const

const sessionOf = (startedAt: number) => {
  const sid = randomUUID()
  const lines = reports.map(
    ([seconds, cid, keys], sn) =>
      `${keys},sid="${sid}",cid="${cid}",sn=${sn},ts=${startedAt + seconds * 1_000},v=2`,
  )
  return { sid, lines }
}

/** Expected rows by content, without the columns that depend on when reports arrived. */
const expected = {
  a: {
    watch_time: 20_000 + 10_000,
    playing_time: 19_000 + 10_000,
    video_startup_time: 1_000,
    view_dropped: false,
    ended: true,
  },
  b: {
    watch_time: 20_000,
    playing_time: 20_000,
    video_startup_time: null,
    view_dropped: false,
    ended: false,
  },
  c: {
    watch_time: 20_000,
    playing_time: 20_000,
    video_startup_time: null,
    view_dropped: false,
    ended: false,
  },
}

const setUp = () => {
  const environment = aCollectedEnvironment()
  const cmcd = { environmentKey: environment.key, player: null, playerVersion: null }
  const tenant = { id: environment.id, clickhouse }
  const clock = new JumpingClock()
  const rowsOf = async (sid: string) => {
    const ids = contents.map((cid) => viewIdOf(environment.key, sid, cid))
    const rows = await listWholeViews(tenant, ids)
    return Object.fromEntries(
      contents.map((cid, at) => [cid, rows.find((row) => row['view_id'] === ids[at])]),
    )
  }
  const run = () => startTestCollector(clickhouse, [environment], { clock, cmcd })
  return { environment, tenant, clock, run, rowsOf }
}

const orders: Record<string, (lines: readonly string[]) => string[][]> = {
  'in one body': (lines) => [[...lines]],
  'one after the other': (lines) => lines.map((line) => [line]),
  'twice each': (lines) => lines.flatMap((line) => [[line], [line]]),
  'in reverse': (lines) => lines.toReversed().map((line) => [line]),
  'the changes last': (lines) =>
    lines.toSorted((a, b) => Number(a.includes('e=c')) - Number(b.includes('e=c'))).map((l) => [l]),
  'in any order': (lines) => [7, 2, 9, 0, 5, 3, 8, 1, 6, 4].map((at) => lines.slice(at, at + 1)),
}

test('three contents in one session are three views, each as long as it was watched, in any order', async () => {
  const { environment, tenant, clock, run, rowsOf } = setUp()
  const collector = await run()
  const sids: string[] = []
  let sent = 0
  for (const bodies of Object.values(orders)) {
    const { sid, lines } = sessionOf(clock.now() - 90_000)
    sids.push(sid)
    for (const body of bodies(lines)) {
      expect((await collector.send(body.join('\n'))).status).toBe(200)
      sent += body.length
    }
  }
  clock.jump(61_000)
  for (const sid of sids) await expect.poll(() => rowsOf(sid)).toMatchObject(expected)
  await collector.stop()

  // Events that the collector derives are not counted as received.
  const all = { start: new Date(0), end: new Date(clock.now() + 60_000) }
  const stored = reports.length * sids.length
  expect(await readLedger(tenant, all)).toMatchObject({
    received: sent,
    stored,
    duplicate: sent - stored,
  })
  const before = await Promise.all(sids.map(rowsOf))
  clock.jump(10 * 60_000)
  const result = await rebuildViews({
    clickhouse,
    directory: aDirectory([environment]),
    now: clock.now,
  })
  expect(result).toMatchObject({ views: contents.length * sids.length, written: 0, removed: 0 })
  expect(await Promise.all(sids.map(rowsOf))).toEqual(before)
})

test('contents of a session stay separate views when the collector is down in between', async () => {
  const { clock, run, rowsOf } = setUp()
  const { sid, lines } = sessionOf(clock.now() - 90_000)
  const before = await run()
  await before.send(lines.slice(0, 3).join('\n'))
  await before.stop()
  clock.jump(5 * 60_000)
  const after = await run()
  await after.send(lines.slice(3).join('\n'))
  clock.jump(61_000)
  await expect.poll(() => rowsOf(sid)).toMatchObject(expected)
  await after.stop()
})

test('contents that come in one long body lie one after the other, to the moment at which it left', async () => {
  const { clock, run, rowsOf } = setUp()
  const sid = randomUUID()
  const startedAt = clock.now() - 450_000
  const lines = Array.from({ length: 451 }, (_, second) => {
    const cid = contents[Math.min(2, Math.floor(second / 150))]!
    const said = second === 0 ? 'e=ps' : second % 150 === 0 && second < 450 ? 'e=c' : 'e=t'
    const keys = `${said},sta=${second === 450 ? 'e' : 'p'},sid="${sid}",cid="${cid}"`
    return `${keys},sn=${second},ts=${startedAt + second * 1_000},v=2`
  })
  const collector = await run()
  await collector.send(lines.join('\n'))
  clock.jump(61_000)
  await expect.poll(async () => Object.values(await rowsOf(sid)).every(Boolean)).toBe(true)
  const { a, b, c } = await rowsOf(sid)
  const spans = [a, b, c].map((row) =>
    ['view_start', 'view_end'].map((key) => Date.parse(String(row?.[key]))),
  )
  const begin = spans[0]![0]!
  expect(spans.map((span) => span.map((time) => (time - begin) / 1_000))).toEqual([
    [0, 150],
    [150, 300],
    [300, 450],
  ])
  await collector.stop()
})
