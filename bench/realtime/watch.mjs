// A child process with many clients of the real-time topic: { origin, environment, tokens, sockets, types } opens them,
// { bare: port, sockets } opens plain ones, and
// { read: true } returns when each step arrived and forgets it.
import { WebSocket } from 'ws'

const heartbeatMs = 20_000
const opensPerTick = 20
const tickMs = 60

const sockets = []
/** Moments at which a step arrived, by step and whether it is early. */
let arrivals = {}
let bytes = 0

const take = (text) => {
  bytes += text.length
  if (!text.startsWith('[null,null,')) return
  const [, , , event, payload] = JSON.parse(text)
  if (event !== 'new_realtime_time_series') return
  const key = `${payload.step} ${payload.is_early}`
  ;(arrivals[key] ??= []).push(Date.now())
}

const open = ({ origin, environment, types }, { id, secret }) =>
  new Promise((resolve, reject) => {
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    const address = `${origin.replace('http', 'ws')}/socket/websocket?vsn=2.0.0`
    const socket = new WebSocket(address, ['phoenix'], {
      headers: { authorization },
      perMessageDeflate: false,
    })
    const topic = `monitoring:${environment}`
    let waiting = 1 + types.length
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)))
    socket.on('open', () => {
      socket.send(JSON.stringify(['1', '1', topic, 'phx_join', {}]))
      types.forEach((type, at) =>
        socket.send(JSON.stringify(['1', String(at + 2), topic, 'subscribe', { type }])),
      )
    })
    socket.on('message', (data) => {
      const text = Buffer.from(data).toString()
      if (waiting === 0) return take(text)
      if (!text.includes('"phx_reply"')) return take(text)
      if (!text.includes('"status":"ok"')) return reject(new Error(text.slice(0, 200)))
      waiting -= 1
      if (waiting === 0) resolve(socket)
      return undefined
    })
  })

const openBare = (port) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
    socket.on('error', reject)
    socket.on('open', () => resolve(socket))
  })

/** A machine that is busy opening thousands of sockets resets some. */
const withRetry = async (work, left = 5) => {
  try {
    return await work()
  } catch (error) {
    if (left === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 500))
    return withRetry(work, left - 1)
  }
}

const openAll = async (given) => {
  const opened = []
  for (let at = 0; at < given.sockets; at += 1) {
    const token = given.tokens?.[at % given.tokens.length]
    const opening = withRetry(() => (given.bare ? openBare(given.bare) : open(given, token)))
    // Awaited together below.
    opening.catch(() => undefined)
    opened.push(opening)
    if (at % opensPerTick === 0) await new Promise((resolve) => setTimeout(resolve, tickMs))
  }
  sockets.push(...(await Promise.all(opened)))
}

setInterval(() => {
  for (const socket of sockets) socket.send('[null,"h","phoenix","heartbeat",{}]')
}, heartbeatMs)

process.on('message', async (given) => {
  if (!given.read) await openAll(given)
  process.send({ arrivals, bytes })
  arrivals = {}
  bytes = 0
})
