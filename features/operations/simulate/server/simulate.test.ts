import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { parseBeacon } from '@playhead/collector/beacon/parse-beacon.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { simulateCommand } from './simulate-command.ts'
import { simulateStatusCommand } from './simulate-status-command.ts'
import { simulateStopCommand } from './simulate-stop-command.ts'

interface Received {
  headers: IncomingMessage['headers']
  body: string
}
let received: Received[] = []
let status = 200
beforeEach(() => {
  received = []
  status = 200
})

const collector = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(status, { 'access-control-allow-origin': '*' }).end()
  })
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
const to = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`
afterAll(() => collector.close())

const app = { settings: readSettings({}) } as App
const options = simulateCommand.options.parse({
  to,
  environment_key: 'key',
  viewers: '6',
  speed: '60',
  seed: 'a',
  duration: '2s',
})

const parsed = () => received.map(({ body }) => parseBeacon(body))

test('an audience sends beacons that the collector reads, and answers with its counts', async () => {
  const answer = await simulateCommand.run(app, options)
  const events = parsed().flatMap((beacon) => beacon.events)
  expect(parsed().flatMap(({ refused }) => refused)).toEqual([])
  expect(answer).toMatchObject({ seed: 'a', beacons: received.length, failed_beacons: 0 })
  expect(answer['events']).toBe(events.length)
  expect(new Set(events.map(({ environmentKey }) => environmentKey))).toEqual(new Set(['key']))
  expect(events.filter(({ name }) => name === 'viewstart').length).toBeGreaterThanOrEqual(6)
  expect(received[0]?.headers['user-agent']).toMatch(/^Mozilla/)
  expect(received[0]?.headers['x-playhead-audience']).toBeUndefined()
})

test('the same seed brings the same viewers, as other views', async () => {
  const first = async () => {
    received = []
    await simulateCommand.run(app, options)
    const [event] = parsed()[0]?.events ?? []
    const { mux_viewer_id: viewer, video_id: video } = event?.fields ?? {}
    return { viewer, video, view: event?.viewId }
  }
  const [one, other] = [await first(), await first()]
  expect(other).toMatchObject({ viewer: one.viewer })
  expect(other.view).not.toBe(one.view)
})

test('a beacon that was not acknowledged is counted and sent again, unchanged', async () => {
  status = 503
  const answer = await simulateCommand.run(app, options)
  expect(answer).toMatchObject({ beacons: 0, events: 0 })
  expect(answer['failed_beacons']).toBe(received.length)
  const sequences = parsed().flatMap(({ events }) =>
    events.map(({ viewId, viewSequence }) => `${viewId} ${viewSequence}`),
  )
  expect(sequences.length).toBeGreaterThan(new Set(sequences).size)
})

test('a simulation ends when it is stopped, or when its command is interrupted', async () => {
  const long = { ...options, duration: 600 }
  const stopped = simulateCommand.run(app, long)
  await expect
    .poll(async () => (await simulateStatusCommand.run(app, {}))['simulations'])
    .toHaveLength(1)
  await simulateStopCommand.run(app, { id: undefined })
  expect(await stopped).toMatchObject({ watching: 0 })

  const gone = new AbortController()
  const left = simulateCommand.run(app, long, { signal: gone.signal })
  gone.abort()
  expect(await left).toMatchObject({ watching: 0 })
  expect(await simulateStatusCommand.run(app, {})).toEqual({ simulations: [] })
  await expect(simulateStopCommand.run(app, { id: 'x' })).rejects.toMatchObject({ status: 404 })
})

test('an incident is met by its viewers', async () => {
  await simulateCommand.run(app, {
    ...options,
    viewers: 40,
    incident: 'origin_failure',
    duration: 3,
  })
  const messages = parsed().flatMap(({ events }) =>
    events
      .filter(({ name }) => name === 'error')
      .map(({ fields }) => fields['player_error_message']),
  )
  expect(messages.filter((message) => message === 'manifestLoadError').length).toBeGreaterThan(3)
})
