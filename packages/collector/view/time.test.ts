import { describe, expect, test } from 'vitest'
import { facts, aRow, aScriptedView, scriptStart } from '../fixtures/testing-replay.ts'
import { begin, anError } from '../fixtures/testing-scripts.ts'
import { viewRow } from './view-row.ts'
import { applyEvent, openView } from './apply-event.ts'

describe('time', () => {
  test('is set by the clock of the server when that of the player is wrong', () => {
    const wrong = aScriptedView(...begin, ['viewend', 9_000]).map((event) => ({
      ...event,
      viewerTime: event.viewerTime - 86_400_000 * 40,
      transmittedAt: event.transmittedAt - 86_400_000 * 40,
      fields:
        'view_start' in event.fields
          ? { ...event.fields, view_start: scriptStart - 86_400_000 * 40 }
          : event.fields,
    }))
    expect(aRow(wrong)).toMatchObject({ view_start: scriptStart, view_end: scriptStart + 9_000 })
  })

  /** Events sent in separate requests, each with its own latency and the round trip known at the time. */
  const sentOneByOne = (ways: readonly { wayMs: number; roundTripMs: number }[]) =>
    aScriptedView(...begin, ['viewend', 2_000, { view_start: scriptStart }]).map((event, at) => ({
      ...event,
      receivedAt: event.transmittedAt + ways[at]!.wayMs,
      roundTripMs: ways[at]!.roundTripMs,
    }))

  test('between events is that of the player, however slow the way of one request was', () => {
    const slow = sentOneByOne([
      { wayMs: 1_995, roundTripMs: 0 },
      { wayMs: 4_000, roundTripMs: 2_000 },
      { wayMs: 15, roundTripMs: 30 },
    ])
    const expected = { view_start: scriptStart, view_end: scriptStart + 2_000 }
    expect(aRow(slow)).toMatchObject(expected)
    expect(JSON.parse(aRow(slow)!.timeline)).toMatchObject([
      { name: 'viewstart', event_time: scriptStart },
      { name: 'playing', event_time: scriptStart + 100 },
      { name: 'viewend', event_time: scriptStart + 2_000 },
    ])
    // Live, events are folded as they arrive; the slow one may come last.
    const [first, ...others] = slow
    const state = openView(first!)
    for (const event of others) applyEvent(state, event)
    expect(viewRow(state, facts)).toEqual(aRow(slow.toReversed()))
  })

  test.each([
    [15, [0, 0, 0]],
    [0, [40, 30, 50]],
  ])('is by the fastest way of all, not by the last: %i ms later', (laterMs, roundTrips) => {
    const ways = [900, 15, 3_000].map((wayMs, at) => ({ wayMs, roundTripMs: roundTrips[at]! }))
    expect(aRow(sentOneByOne(ways))).toMatchObject({
      view_start: scriptStart + laterMs,
      view_end: scriptStart + laterMs + 2_000,
    })
  })

  test('of an event is never later than its arrival, after a slow request and with a clock ahead', () => {
    const [start, playing, end] = sentOneByOne([
      { wayMs: 20, roundTripMs: 40 },
      { wayMs: 20, roundTripMs: 40 },
      { wayMs: 20, roundTripMs: 2_000 },
    ])
    const ahead = { ...end!, viewerTime: end!.viewerTime + 900 }
    expect(aRow([start!, playing!, ahead])!.view_end).toBe(ahead.receivedAt)
  })

  test('of failures and live latency follows the same clock', () => {
    const [start, playing, end] = sentOneByOne([
      { wayMs: 3_000, roundTripMs: 0 },
      { wayMs: 2_000, roundTripMs: 0 },
      { wayMs: 0, roundTripMs: 0 },
    ])
    const shown = { player_program_time: scriptStart + 100 - 8_000 }
    const failed = { ...end!, name: 'error', fields: anError('4') }
    const late = { ...playing!, fields: { ...playing!.fields, ...shown } }
    const made = aRow([start!, late, { ...failed, receivedAt: failed.receivedAt + 700 }])
    expect(made).toMatchObject({
      view_end: scriptStart + 2_700,
      view_start: scriptStart + 700,
      live_stream_latency: 8_700,
    })
    expect(JSON.parse(made!.errors)).toMatchObject([{ at: scriptStart + 2_700 }])
  })

  const hourMs = 3_600_000
  const atOnce = (hours: number, waitedHours: number) =>
    aScriptedView(...begin, ['viewend', hours * hourMs, { view_start: scriptStart }]).map(
      (event) => ({
        ...event,
        transmittedAt: scriptStart + (hours + waitedHours) * hourMs,
        receivedAt: scriptStart + (hours + waitedHours) * hourMs + 20,
      }),
    )

  test.each([0, 60])(
    'covers all of a 30-hour view that is delivered at once %i hours later',
    (waited) => {
      expect(aRow(atOnce(30, waited))).toMatchObject({
        view_start: scriptStart,
        view_end: scriptStart + 30 * hourMs,
      })
    },
  )

  test('is unknown, and marked so, in a view delivered a year later', () => {
    const made = aRow(atOnce(30, 24 * 365))!
    expect(made.view_end - made.view_start).toBe(0)
    const marks = (JSON.parse(made.timeline) as { details: object }[]).map(({ details }) => details)
    expect(marks).toEqual([{ time_unknown: true }, { time_unknown: true }, { time_unknown: true }])
  })

  test('sent again an hour later an event keeps its time', () => {
    const late = aScriptedView(...begin, ['viewend', 9_000]).map((event) => ({
      ...event,
      transmittedAt: event.transmittedAt + 3_600_000,
      receivedAt: event.receivedAt + 3_600_000,
    }))
    expect(aRow(late)).toMatchObject({ view_start: scriptStart, view_end: scriptStart + 9_000 })
  })

  test('nothing happened after it was received', () => {
    const [only] = aScriptedView(['viewstart', 0, { view_start: scriptStart + 5_000_000 }])
    const future = { ...only!, viewerTime: only!.viewerTime + 5_000_000 }
    expect(aRow([future])!.view_start).toBe(only!.receivedAt)
  })

  /** At the end of the view the clock is in another year, before that in the current one. */
  const setForward = (yearsMs: number) =>
    aScriptedView(...begin, ['viewend', 9_000]).map((event, at) =>
      at < 2
        ? event
        : {
            ...event,
            viewerTime: event.viewerTime + yearsMs,
            transmittedAt: event.transmittedAt + yearsMs,
          },
    )

  test.each([365 * 86_400_000, 6_844_000_000_000_000])(
    'is at most 14 days early when the clock of the player was set forward by %i ms',
    (yearsMs) => {
      const [start, playing, end] = setForward(yearsMs)
      const shown = { player_program_time: scriptStart }
      const made = aRow([start!, { ...playing!, fields: { ...playing!.fields, ...shown } }, end!])!
      const earliest = scriptStart - 14 * 86_400_000
      expect(made.view_start).toBeGreaterThanOrEqual(earliest)
      expect(made.view_end).toBe(scriptStart + 9_020 - 20)
      for (const { event_time } of JSON.parse(made.timeline) as { event_time: number }[])
        expect(event_time).toBeGreaterThanOrEqual(earliest)
      expect(made.live_stream_latency).toBeNull()
    },
  )
})
