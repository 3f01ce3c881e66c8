// A child process with many clients of the real-time topic: { origin, environment, tokens, sockets, types } opens them,
// { bare: port, sockets } opens plain ones, and
// { read: true } returns when each step arrived and forgets it, { quiet } stops the heartbeats for a while.
import { WebSocket } from 'ws'

const heartbeatMs = 20_000
/** More at once would wait for each other until they are closed as idle. */
const opensAtOnce = 64

const sockets = []
/** Moments at which a step arrived, by step and whether it is early. */
let arrivals = {}
let bytes = 0
let isQuiet = false
let last = { data: Buffer.alloc(0), key: undefined }

/** The step of a push; thousands of sockets get the same one, which is read once. */
const stepIn = (data) => {
  if (data.equals(last.data)) return last.key
  const text = data.toString()
  const [, , , event, payload] = text.startsWith('[null,null,') ? JSON.parse(text) : []
  const isStep = event === 'new_realtime_time_series'
  last = { data, key: isStep ? `${payload.step} ${payload.is_early}` : undefined }
  return last.key
}

const take = (data) => {
  bytes += data.length
  const key = stepIn(data)
  if (key !== undefined) (arrivals[key] ??= []).push(Date.now())
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
      if (waiting === 0) return take(data)
      const text = Buffer.from(data).toString()
      if (!text.includes('"phx_reply"')) return take(data)
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
  let at = 0
  const openSome = async () => {
    while (at < given.sockets) {
      const token = given.tokens?.[at % given.tokens.length]
      at += 1
      sockets.push(await withRetry(() => (given.bare ? openBare(given.bare) : open(given, token))))
    }
  }
  await Promise.all(Array.from({ length: opensAtOnce }, openSome))
}

const sendHeartbeats = () => {
  for (const socket of sockets) socket.send('[null,"h","phoenix","heartbeat",{}]')
}
setInterval(() => {
  if (!isQuiet) sendHeartbeats()
}, heartbeatMs)

process.on('message', async (given) => {
  if (given.quiet !== undefined) {
    isQuiet = given.quiet
    sendHeartbeats()
  } else if (!given.read) await openAll(given)
  process.send({ arrivals, bytes })
  arrivals = {}
  bytes = 0
})

// A parent that is killed cannot end this process.
process.on('disconnect', () => process.exit())
