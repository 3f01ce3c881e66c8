import { expect, test } from 'vitest'
import { openEnrichment } from '@playhead/enrichment/open-enrichment.ts'
import { Audience, slotMs } from '@playhead/audience/audience.ts'
import { leaveAt } from '@playhead/audience/plan/session-plan.ts'
import { beaconsOf } from '@playhead/audience/player/beacons-of.ts'
import { viewRowOfPlan } from '@playhead/audience/row/view-row-of-plan.ts'
import { devices } from '@playhead/audience/world/devices.ts'
import { places } from '@playhead/audience/world/places.ts'
import { northlight } from '@playhead/audience/world/world.ts'

const enrichment = await openEnrichment({})
const describeRequest = (address: string, userAgent = '') =>
  enrichment.describe({ address, userAgent, clientHints: {} })

test('viewers are where the collector finds their addresses', () => {
  for (const { country, continent, networks } of places)
    for (const { asn, name, range } of networks)
      for (const subnet of [1, 60, 120, 180, 254])
        expect(describeRequest(`${range}.${subnet}.9`)).toMatchObject({
          country,
          continent_code: continent,
          asn,
          asn_name: name,
          ip_prefix: `${range}.${subnet}.0/24`,
        })
})

test.each(devices)('$userAgent is the device it says', ({ userAgent, context }) => {
  expect(describeRequest('86.150.1.2', userAgent)).toMatchObject({ ...context, bot_class: '' })
})

const evening = Date.UTC(2026, 10, 20, 20)

test('the same seed brings the same sessions, whatever was asked before; another brings others', () => {
  const rows = (audience: Audience) =>
    audience
      .sessionsOfSlot(evening)
      .map((plan) => viewRowOfPlan(plan, { environmentId: 'e', retentionDays: 30 }))
  const used = new Audience(northlight, 'a')
  used.sessionsOfSlot(evening - slotMs)
  const [first] = rows(used)
  expect(rows(new Audience(northlight, 'a'))[0]).toEqual(first)
  expect(rows(new Audience(northlight, 'b'))[0]).not.toEqual(first)
})

test('failures end playbacks that have begun as well as those that never begin, by their kind', () => {
  const audience = new Audience(northlight, 'failures')
  const day = Date.UTC(2026, 10, 18)
  const failures = Array.from({ length: 3 * 144 }, (_, slot) =>
    audience.sessionsOfSlot(day + slot * slotMs),
  )
    .flat()
    .flatMap(({ steps }) => {
      const at = steps.findIndex((step) => step.kind === 'error' && step.error.severity === 'fatal')
      const step = steps[at]
      if (step?.kind !== 'error') return []
      const hasPlayed = steps.slice(0, at).some(({ kind }) => kind === 'play')
      return [{ message: step.error.message, hasPlayed }]
    })
  const shareIn = (message: string) => {
    const some = failures.filter((one) => one.message === message)
    expect(some.length).toBeGreaterThan(5)
    return some.filter(({ hasPlayed }) => hasPlayed).length / some.length
  }
  expect(shareIn('fragLoadError')).toBeGreaterThan(0.4)
  expect(shareIn('bufferStalledError')).toBeGreaterThan(0.4)
  expect(shareIn('MEDIA_ERR_SRC_NOT_SUPPORTED')).toBe(0)
  expect(shareIn('keySystemLicenseRequestFailed')).toBe(0)
})

test('a day has its rhythm, and never many more viewers than a hundred at once', () => {
  const audience = new Audience(northlight, 'rhythm')
  const day = Date.UTC(2026, 10, 18)
  const sessions = Array.from({ length: 144 }, (_, slot) =>
    audience.sessionsOfSlot(day + slot * slotMs),
  ).flat()
  const watching = (hour: number) => {
    const at = day + hour * 3_600_000
    return sessions.filter((plan) => plan.readyAt <= at && leaveAt(plan) > at).length
  }
  expect(sessions.length).toBeGreaterThan(3_400)
  expect(sessions.length).toBeLessThan(4_800)
  expect(watching(20)).toBeGreaterThan(watching(5) * 1.5)
  expect(watching(20)).toBeLessThan(100)
})

test('beacons leave in order, with few enough events, and the first has all details', () => {
  const [plan] = new Audience(northlight, 'order').sessionsOfSlot(evening)
  const beacons = [...beaconsOf(plan!, 'key')]
  expect(beacons.map(({ at }) => at)).toEqual(beacons.map(({ at }) => at).toSorted((a, b) => a - b))
  expect(beacons.every(({ events }) => events.length <= 300)).toBe(true)
  expect(beacons[0]?.events[0]).toMatchObject({
    event: 'networkchange',
    env_key: 'key',
    view_sequence_number: 1,
    mux_embed: 'mux-embed',
  })
  const sequence = beacons.flatMap(({ events }) =>
    events.map((event) => event['view_sequence_number']),
  )
  expect(sequence).toEqual(sequence.map((_, index) => index + 1))
})
