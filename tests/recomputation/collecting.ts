import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { expect, vi } from 'vitest'
import type { CollectedEnvironment } from '@playhead/collector/runtime/collector-options.ts'
import { startCollector } from '@playhead/collector/runtime/collector.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  aDirectory,
  TestSession,
} from '@playhead/collector/runtime/testing-collector.ts'
import { openEnrichment } from '@playhead/enrichment/open-enrichment.ts'
import type { Session } from './reports.ts'

/** Events of players within this time are sent together. */
const stepMs = 55_000
const requestsAtOnce = 24
const silenceMs = 61_000

/** A collector whose clock starts in the past and advances with the sent events. */
export const startCollecting = async (
  clickhouse: ClickHouse,
  environments: CollectedEnvironment[],
  startsAt: number,
) => {
  let now = startsAt
  const failures: string[] = []
  const withoutAudience = aCollectedEnvironment()
  environments.push(withoutAudience)
  const enrichment = await openEnrichment({})
  const collector = await startCollector({
    clickhouse,
    directory: aDirectory(environments),
    describe: (source) => enrichment.describe(source),
    log: {
      info: () => {},
      warn: (message) => failures.push(message),
      error: (message) => failures.push(message),
    },
    now: () => now,
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://collector')
    const [, environmentKey] = /^\/cmcd\/([^/]+)$/.exec(url.pathname) ?? []
    collector.handle(request, response, {
      address: String(request.headers['x-forwarded-for']),
      ...(environmentKey !== undefined && {
        cmcd: {
          environmentKey,
          player: url.searchParams.get('player'),
          playerVersion: url.searchParams.get('version'),
        },
      }),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const send = async (session: Session, items: readonly unknown[]): Promise<void> => {
    const response = await fetch(`${origin}${session.path}`, {
      method: 'POST',
      headers: {
        'content-type': session.contentType,
        'user-agent': session.userAgent,
        'x-forwarded-for': session.address,
      },
      body: session.write(items, now),
    })
    await response.arrayBuffer()
    if (response.status !== 200) failures.push(`A report was answered with ${response.status}.`)
  }

  /** Starts a view that belongs to no audience. */
  const sendLaterView = async () => {
    const body = aBeacon(new TestSession(withoutAudience, now).start(), now)
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const response = await fetch(origin, { method: 'POST', headers, body })
    await response.arrayBuffer()
    if (response.status !== 200) failures.push(`A later view was answered with ${response.status}.`)
  }

  /** Sends all events of these sessions in time order; then waits until their views are complete. */
  const play = async (sessions: readonly Session[]): Promise<void> => {
    const steps = new Map<number, Map<Session, unknown[]>>()
    for (const session of sessions)
      for (const { at, items } of session.reports) {
        const step = Math.floor(at / stepMs)
        const ofStep = steps.get(step) ?? new Map<Session, unknown[]>()
        steps.set(step, ofStep)
        ofStep.set(session, [...(ofStep.get(session) ?? []), ...items])
      }
    for (const [step, ofStep] of [...steps].toSorted(([a], [b]) => a - b)) {
      now = Math.max(now, (step + 1) * stepMs)
      const waiting = [...ofStep]
      const sendNext = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await send(...next)
      }
      await Promise.all(Array.from({ length: requestsAtOnce }, sendNext))
    }
    // Views are written in rounds, one after the other: once a later view was taken up, all of these are in the table.
    for (let round = 0; round < 2; round += 1) {
      now += silenceMs
      await vi.waitFor(() => expect(collector.stats().openViews).toBe(0), { timeout: 120_000 })
      if (round === 0) await sendLaterView()
    }
  }

  const stop = async () => {
    await collector.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  return { play, stop, failures }
}
