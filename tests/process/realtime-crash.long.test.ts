import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { Socket } from 'phoenix'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { howMany } from '@playhead/testing/how-many.ts'
import { startListen } from '../realtime/listen/start-listen.ts'
import { operatorOf } from '../video/uploads-program.ts'
import { startProgram, temporaryFolder, until } from './running-program.ts'

const kills = howMany('realtime-kills', { usual: 1, long: 2, release: 50 })
const clientsCount = 4
const writersCount = 3
const eventsOfRound = 12
const { folder, remove } = await temporaryFolder()
afterAll(remove)

const findFreePort = async () => {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Every start has the same address, as clients come back to it. */
const settings = {
  PLAYHEAD_DATA: folder,
  PLAYHEAD_DEMO: '0',
  PORT: String(await findFreePort()),
}
const origin = `http://127.0.0.1:${settings.PORT}`

interface Happened {
  id: string
  place: string
  object: { id: string }
}

/** The client of npm, as the guide shows it. */
const startClient = async (authorization: string, organizationId: string) => {
  class Authorized extends WebSocket {
    constructor(address: string, protocols?: string[]) {
      super(address, protocols, { headers: { authorization } })
    }
  }
  const socket = new Socket(`${origin.replace('http', 'ws')}/socket`, {
    transport: Authorized,
    reconnectAfterMs: () => 50,
    rejoinAfterMs: () => 50,
  })
  const received: string[] = []
  const uploads = new Set<string>()
  const receive = ({ id, object }: Pick<Happened, 'id' | 'object'>) => {
    received.push(id)
    uploads.add(object.id)
  }
  let place: string | undefined
  let hasGap = false
  const channel = socket.channel(`activity:${organizationId}`, () => ({ after: place }))
  channel.on('new_event', (event: Happened) => {
    place = event.place
    receive(event)
  })
  channel.on('gap', () => {
    hasGap = true
  })
  socket.connect()
  onTestFinished(() => new Promise<void>((resolve) => socket.disconnect(() => resolve())))
  await new Promise<void>((resolve) => {
    channel.join().receive('ok', (reply: { place: string; gap: boolean; events: Happened[] }) => {
      place = reply.place
      hasGap ||= reply.gap
      for (const event of reply.events) receive(event)
      resolve()
    })
  })
  return { received, uploads, hasGap: () => hasGap }
}

const makeToken = async () => {
  const operate = operatorOf(folder)
  const organization = await operate('organization', 'create', '--name', 'Crash')
  const of = ['--organization', organization.id ?? '']
  const environment = await operate('environment', 'create', ...of, '--name', 'Crash')
  const given = ['--environment', environment.id ?? '', '--permissions', 'video:read,video:write']
  const { id = '', secret = '' } = await operate('token', 'create', ...given)
  return {
    token: { id, secret },
    organizationId: organization.id ?? '',
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  }
}

/** An upload is an event. Returns its id, or undefined if the server has ended. */
const createUpload = async (authorization: string): Promise<string | undefined> => {
  const answer = await fetch(`${origin}/video/v1/uploads`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ cors_origin: '*' }),
  }).catch(() => undefined)
  const text = await answer?.text().catch(() => undefined)
  if (!answer || text === undefined) return undefined
  // The engines end with the program, some before it.
  if (answer.status === 503) return createUpload(authorization)
  expect(answer.status, text).toBe(201)
  return (JSON.parse(text) as { data: { id: string } }).data.id
}

const writeUntilGone = async (authorization: string, acknowledged: string[]) => {
  for (;;) {
    const id = await createUpload(authorization)
    if (id === undefined) return
    acknowledged.push(id)
  }
}

/** What the table has. */
const listEvents = async (authorization: string) => {
  const events: { id: string; object: { id: string } }[] = []
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${origin}/ui/v1/events?limit=100&page=${page}`, {
      headers: { authorization },
    })
    const { data } = (await answer.json()) as { data: typeof events }
    if (data.length === 0) return events
    events.push(...data)
  }
}

const startReceiver = async () => {
  const ids: string[] = []
  const uploads = new Set<string>()
  const server = createHttpServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const { id, object } = JSON.parse(body) as Happened
      ids.push(id)
      uploads.add(object.id)
      response.end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return { ids, uploads, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test(
  `${kills} kills under load: every client and \`playhead listen\` have each event of the table`,
  { timeout: 240_000 + kills * 30_000 },
  async () => {
    let program = await startProgram(settings)
    onTestFinished(() => program.kill('SIGKILL'))
    const { token, organizationId, authorization } = await makeToken()
    const clients = await Promise.all(
      Array.from({ length: clientsCount }, () => startClient(authorization, organizationId)),
    )
    const receiver = await startReceiver()
    const listen = startListen({ origin, token, forward: receiver.url })
    await expect.poll(() => listen.secret()).toBeTruthy()

    const acknowledged: string[] = []
    for (let round = 0; round < kills; round += 1) {
      const before = acknowledged.length
      const writers = Array.from({ length: writersCount }, () =>
        writeUntilGone(authorization, acknowledged),
      )
      await until(
        'writes are acknowledged',
        async () => acknowledged.length >= before + eventsOfRound,
      )
      await program.kill('SIGKILL')
      await Promise.all(writers)
      program = await startProgram(settings)
      // Before the clients are back: the reply to their joins has it.
      const missed = (await createUpload(authorization))!
      acknowledged.push(missed)
      // A client that misses more than 500 events has a gap, which this test is not about.
      await expect
        .poll(() => [...clients, receiver].every(({ uploads }) => uploads.has(missed)))
        .toBe(true)
    }

    const events = await listEvents(authorization)
    const stored = new Set(events.map(({ object }) => object.id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    const all = events.map(({ id }) => id).toSorted()
    for (const { received, hasGap } of clients) {
      await expect.poll(() => new Set(received).size).toBe(all.length)
      expect([...new Set(received)].toSorted()).toEqual(all)
      expect(hasGap()).toBe(false)
    }
    await expect.poll(() => receiver.ids.length).toBe(all.length)
    expect(receiver.ids.toSorted()).toEqual(all)
    expect(listen.notes()).toContain('Connected again.')
    await program.kill('SIGTERM')
  },
)
