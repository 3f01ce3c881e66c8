import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { writeBeacon } from '../beacon/write-beacon.ts'
import { context } from '../fixtures/testing-replay.ts'
import type { FieldValue } from '../player-event.ts'
import { type Collector, type RequestFacts, startCollector } from './collector.ts'
import type { CollectedEnvironment, EnvironmentDirectory } from './collector-options.ts'

export const aCollectedEnvironment = (
  given: Partial<CollectedEnvironment> = {},
): CollectedEnvironment => ({
  id: randomUUID(),
  key: `key${randomUUID().slice(0, 8)}`,
  status: 'waiting',
  retentionDays: 100,
  errorRules: new Map(),
  ...given,
})

/** A directory of exactly these environments. */
export const aDirectory = (
  environments: readonly CollectedEnvironment[],
): EnvironmentDirectory => ({
  findByKeys: async (keys) => environments.filter(({ key }) => keys.includes(key)),
  findByIds: async (ids) => environments.filter(({ id }) => ids.includes(id)),
  advanceStatus: async (id, status) => {
    const environment = environments.find((each) => each.id === id)
    if (environment) environment.status = status
  },
})

/** Runs in real time, and jumps when the test says so. */
export class JumpingClock {
  #offsetMs = 0
  now = () => Date.now() + this.#offsetMs
  jump(milliseconds: number) {
    this.#offsetMs += milliseconds
  }
}

export interface RunningCollector {
  collector: Collector
  url: string
  /** The messages of the warnings so far. */
  warnings: readonly string[]
  send(body: string, path?: string): Promise<Response>
  stop(): Promise<void>
}

export const startTestCollector = async (
  clickhouse: ClickHouse,
  environments: readonly CollectedEnvironment[],
  {
    clock = new JumpingClock(),
    directory = aDirectory(environments),
    expected = /^$/,
    cmcd,
    ...options
  }: {
    clock?: Pick<JumpingClock, 'now'>
    directory?: EnvironmentDirectory
    /** Log messages that this test expects. */
    expected?: RegExp
    /** Every request is a CMCD report. */
    cmcd?: RequestFacts['cmcd']
    defaultEnvironmentKey?: string
    memoryBytes?: number
  } = {},
): Promise<RunningCollector> => {
  const warnings: string[] = []
  const collector = await startCollector({
    clickhouse,
    directory,
    describe: () => context,
    log: {
      info: () => {},
      warn: (message) => void warnings.push(message),
      error: (message, detail) => {
        if (!expected.test(message)) console.error(message, detail)
      },
    },
    now: clock.now,
    ...options,
  })
  const server: Server = createServer((request, response) =>
    collector.handle(request, response, {
      address: String(request.headers['x-address'] ?? '203.0.113.7'),
      ...(cmcd && { cmcd }),
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    collector,
    url,
    warnings,
    send: (body, path = '/') =>
      fetch(`${url}${path}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
    stop: async () => {
      await collector.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One view as its player reports it. */
export class TestSession {
  readonly viewId = randomUUID()
  readonly playerId = randomUUID()
  readonly #key: string | null
  #playingMs = 0
  #sequence = 0
  #startedAt: number

  constructor(environment: { key: string } | null, startedAt: number) {
    this.#key = environment?.key ?? null
    this.#startedAt = startedAt
  }

  event(name: string, at: number, fields: Record<string, FieldValue> = {}) {
    this.#sequence += 1
    if (name === 'hb') this.#playingMs += 10_000
    return {
      ...(this.#key !== null && { env_key: this.#key }),
      event: name,
      view_id: this.viewId,
      view_sequence_number: this.#sequence,
      player_sequence_number: this.#sequence,
      player_instance_id: this.playerId,
      viewer_time: at,
      player_playhead_time: this.#playingMs,
      view_playing_time_ms_cumulative: this.#playingMs,
      view_start: this.#startedAt,
      video_title: 'Northern lights',
      video_id: 'video-1',
      player_name: 'Test player',
      mux_api_version: '2.1',
      ...fields,
    }
  }

  start(at = this.#startedAt) {
    return [
      this.event('viewstart', at),
      this.event('play', at),
      this.event('playing', at + 400, { view_time_to_first_frame: 400 }),
    ]
  }
}

export const aBeacon = (events: readonly Record<string, FieldValue>[], transmittedAt: number) =>
  writeBeacon({ transmittedAt, roundTripMs: 20, events })
