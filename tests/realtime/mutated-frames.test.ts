import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readFrame } from '@playhead/channel/protocol/frame.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { aMutatedFrame } from './mutated-frames.ts'
import { startRealtimeServer, startTopic } from './realtime-server.ts'

const frames = howMany('mutated-frames', { usual: 700, long: 50_000, release: 100_000 })
const clientsCount = 8
const framesOfTurn = 25

const many = 1e9
const { make, port, connect, happen, logLines } = await startRealtimeServer(
  {},
  {
    limits: {
      framesPerSecond: many,
      framesBurst: many,
      newSocketsPerSecond: many,
      socketsOfSessionMax: 100,
      silenceMs: many,
    },
  },
)

const goodFrames = (organization: string, environment: string) => {
  const [activity, monitoring] = [`activity:${organization}`, `monitoring:${environment}`]
  const filters = ['country:US', '!cdn:fastly']
  return [
    [null, '1', 'phoenix', 'heartbeat', {}],
    ['2', '2', 'system', 'phx_join', { build: 'test' }],
    ['3', '3', activity, 'phx_join', { after: '1.abcdef123456.10:20:11,12' }],
    ['3', '4', activity, 'phx_leave', {}],
    ['5', '5', monitoring, 'phx_join', {}],
    ['5', '6', monitoring, 'subscribe', { type: 'time_series', filters }],
    [
      '5',
      '7',
      monitoring,
      'subscribe',
      { type: 'breakdown_cdn', limit: 5, metric: 'current-concurrent-viewers' },
    ],
    ['5', '8', monitoring, 'unsubscribe', { type: 'time_series' }],
    ['9', '9', `onboarding:${organization}`, 'phx_join', {}],
  ]
}

test(
  `${frames} changed frames end at most the socket that sent them`,
  { timeout: 480_000 + frames * 10 },
  async () => {
    const { organization, environment, member } = await make.world()
    const token = await make.accessToken(environment)
    const authorization = `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`
    const witness = connect('websocket', member)
    const lost: string[] = []
    witness.onClose(() => void lost.push('close'))
    witness.onError(() => void lost.push('error'))
    const activity = await startTopic(witness, `activity:${organization.id}`)
    activity.channel.onError(() => void lost.push('topic'))

    const open = async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket/websocket?vsn=2.0.0`, {
        headers: { authorization },
      })
      await once(socket, 'open')
      return socket
    }
    const good = goodFrames(organization.id, environment.id)
    const replies = new Map<string, number>()
    const reasonOf = (payload: unknown) => {
      const { status, response } = payload as { status: string; response: { reason?: string } }
      return response.reason ?? status
    }

    // Messages of a topic are answered in their order, so this reply comes after the others.
    const last = JSON.stringify([
      '5',
      'end',
      `monitoring:${environment.id}`,
      'unsubscribe',
      { type: 'time_series' },
    ])

    /** Resolves once the server has taken all of them. */
    const sendAll = (socket: WebSocket, texts: readonly string[]) =>
      new Promise<void>((resolve, reject) => {
        const ended = (code: number) =>
          reject(new Error(`closed with ${code}: ${texts.join('\n')}`))
        const take = (data: Buffer) => {
          const [, ref, , event, payload] = JSON.parse(data.toString()) as unknown[]
          if (event === 'phx_reply') {
            const reason = reasonOf(payload)
            replies.set(reason, (replies.get(reason) ?? 0) + 1)
          }
          if (ref !== 'end') return
          socket.off('message', take).off('close', ended)
          resolve()
        }
        socket.on('message', take).once('close', ended)
        for (const text of texts) socket.send(text)
        socket.send(last)
      })

    let next = 0
    const send = async () => {
      while (next < frames) {
        const from = next
        next += framesOfTurn
        const changed = Array.from({ length: framesOfTurn }, (_, at) =>
          aMutatedFrame(good, from + at),
        )
        const socket = await open()
        // The topics are joined, so that changed messages reach them.
        const joins = good.slice(0, 5).map((frame) => JSON.stringify(frame))
        await sendAll(socket, [...joins, ...changed.filter((text) => readFrame(text))])
        // A text that is no message ends its socket.
        socket.send(changed.find((text) => !readFrame(text)) ?? 'no message')
        expect((await once(socket, 'close'))[0]).toBe(1008)
      }
    }
    await Promise.all(Array.from({ length: clientsCount }, send))

    // The frames have got as far as the topics.
    expect([...replies.keys()].toSorted()).toEqual(
      expect.arrayContaining(['invalid_parameters', 'ok', 'unmatched event', 'unmatched topic']),
    )
    expect([...replies.keys()]).not.toContain('internal')
    expect(logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])

    await happen(environment, 'afterwards')
    await expect.poll(() => activity.objects()).toEqual(['afterwards'])
    expect(lost).toEqual([])
  },
)
