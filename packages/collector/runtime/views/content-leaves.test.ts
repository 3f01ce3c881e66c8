import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { parseCmcdReport } from '../../cmcd/parse-cmcd-report.ts'
import { context, facts, scriptStart } from '../../fixtures/testing-replay.ts'
import type { ArrivedEvent } from '../../player-event.ts'
import { viewRow } from '../../view/view-row.ts'
import { applyEvent, foldEvents, openView } from '../../view/apply-event.ts'
import { SessionViews } from './session-views.ts'
import { leaveEvent, leavesDue } from './content-leaves.ts'
import { type LiveView, measured } from './live-view.ts'

const reports = [
  [0, 'a', 'e=ps,sta=s'],
  [1, 'a', 'e=ps,sta=p'],
  [10, 'a', 'e=t,sta=p'],
  [20, 'b', 'e=c,sta=p'],
  [21, 'a', 'e=rr,rc=200,ttlb=1500,sta=p,url="https://cdn.example/a.m4s"'],
  [30, 'b', 'e=t,sta=p'],
  // It is loaded, but never played.
  [40, 'c', 'e=c,sta=a'],
  [50, 'b', 'e=c,sta=p'],
  [60, 'a', 'e=c,sta=p'],
  [70, 'a', 'e=ps,sta=r'],
  [75, 'd', 'e=c,sta=p'],
  [95, 'd', 'e=ps,sta=e'],
] as const

const receivedAt = scriptStart + 100_000
const lines = reports.map(
  ([seconds, cid, keys], sn) =>
    `${keys},sid="s",cid="${cid}",sn=${sn},ts=${scriptStart + seconds * 1_000},v=2`,
)
const arrived = (body: string) =>
  parseCmcdReport(body, { environmentKey: 'key' }).events.map((event): ArrivedEvent => ({
    ...event,
    environmentId: '00000000-0000-4000-8000-000000000001',
    source: 'cmcd',
    receivedAt,
    batch: 1,
    transmittedAt: receivedAt,
    roundTripMs: 0,
    context,
  }))
const events = arrived(lines.join('\n'))

const liveView = (event: ArrivedEvent): LiveView => {
  const state = openView(event)
  const { viewId, environmentId } = event
  return {
    key: viewId,
    environmentId,
    viewId,
    state,
    lastReceivedAt: receivedAt,
    lastBatch: 1,
    ...measured(state),
    written: [],
  }
}

/** As the collector does it: each event goes to its view, and the content changes it causes go to the other views. */
function deliver(arriving: readonly ArrivedEvent[]) {
  const views = new Map<string, LiveView>()
  const stored = new Map<string, ArrivedEvent[]>()
  const apply = (event: ArrivedEvent) => {
    const known = views.get(event.viewId)
    if (known && applyEvent(known.state, event) === 'duplicate') return known
    const { viewId } = event
    const view = known ?? liveView(event)
    views.set(viewId, view)
    stored.set(viewId, [...(stored.get(viewId) ?? []), event])
    return view
  }
  for (const event of arriving) {
    const view = apply(event)
    for (const leave of leavesDue([...views.values()], view, event))
      apply(leaveEvent(leave, { receivedAt, batch: 1 }))
  }
  const rows = [...views].map(([id, { state }]) => {
    const folded = state.needsRefold ? foldEvents(stored.get(id)!)! : state
    return [id, viewRow(folded, facts)] as const
  })
  return new Map(rows)
}

test('every content is left when the next one comes', () => {
  const ids = ['a', 'b', 'c', 'd'].map(
    (cid) => events[reports.findIndex((report) => report[1] === cid)]!.viewId,
  )
  const rows = deliver(events)
  const watched = { view_dropped: false, playback_failure: false }
  expect(ids.map((id) => rows.get(id))).toMatchObject([
    { ...watched, watch_time: 20_000 + 15_000, playing_time: 19_000 + 10_000, rebuffer_count: 1 },
    { ...watched, watch_time: 20_000 + 10_000, video_startup_time: null },
    null,
    { ...watched, watch_time: 20_000, ended: true, view_end: scriptStart + 95_000 },
  ])
})

const rounds = howMany('seeds', { usual: 30, long: 100, release: 300 })

test('contents of a session are the same views in any order of arrival, reported twice or not', () => {
  const truth = deliver(events)
  let seed = 1
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 4_294_967_296
  }
  for (let round = 0; round < rounds; round += 1) {
    const order = [...events, ...events.filter(() => random() < 0.3)]
      .map((event) => ({ event, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ event }) => event)
    expect(deliver(order), `round ${round}`).toEqual(truth)
  }
})

const line = (keys: string, cid: string, sn: number) =>
  `${keys},sid="s",cid="${cid}",sn=${sn},ts=${scriptStart + sn},v=2`
const contents = Array.from({ length: 49 }, (_, at) => `c${at}`)

test('a session of many contents in reverse order stores only a few times what its player sent', () => {
  const told = arrived(
    [
      ...contents.map((cid, at) => line('e=t,sta=p', cid, at)),
      ...Array.from({ length: 240 }, (_, at) => line('e=c,sta=p', 'x', 10_000 - at * 2)),
    ].join('\n'),
  )
  const views = new Map<string, LiveView>()
  let leaves = 0
  for (const event of told) {
    const view = views.get(event.viewId) ?? liveView(event)
    if (views.has(event.viewId)) applyEvent(view.state, event)
    views.set(event.viewId, view)
    for (const leave of leavesDue([...views.values()], view, event))
      if (applyEvent(leave.view.state, leaveEvent(leave, { receivedAt, batch: 1 })) !== 'duplicate')
        leaves += 1
  }
  expect(leaves).toBeLessThan(3 * told.length)
})

test('an event of a session in which very much changed takes no time', () => {
  const views = contents.map((cid, at) => {
    const [first, ...more] = arrived(
      Array.from({ length: 60 }, (_, turn) => line('e=c,sta=p', cid, turn * 50 + at)).join('\n'),
    )
    const view = liveView(first!)
    for (const event of more) applyEvent(view.state, event)
    return view
  })
  const before = process.cpuUsage()
  for (let sn = 4_000; sn < 6_000; sn += 1)
    leavesDue(views, views[sn % 49]!, { name: 'hb', viewSequence: sn })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(500)
})

test('a session lets go of a view that says to belong elsewhere once it is made of its stored events', () => {
  const sessions = new SessionViews()
  const view = liveView(events[0]!)
  const neighbour = liveView(events[3]!)
  sessions.add(view)
  sessions.add(neighbour)
  view.state = { ...view.state, source: 'mux', playerInstanceId: 'another' }
  sessions.add(view)
  sessions.remove(view)
  expect(sessions.of(neighbour)).toEqual([neighbour])
})
