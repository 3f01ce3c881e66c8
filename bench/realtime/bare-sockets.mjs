// A child process with a plain `ws` server, to compare with: { frame } sends a text to every socket and returns the processor
// time it took; any other message returns its sockets and the memory that they take.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { measureLive } from './measure-live.mjs'

const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })

const sendAll = async (frame) => {
  const before = process.cpuUsage()
  const sent = [...server.clients].map(
    (socket) => new Promise((resolve) => socket.send(frame, resolve)),
  )
  await Promise.all(sent)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

process.on('message', async ({ frame }) => {
  if (frame) process.send({ processorMs: await sendAll(frame) })
  else process.send({ sockets: server.clients.size, liveMiB: await measureLive() })
})

http.listen(0, '127.0.0.1', () => process.send({ port: http.address().port }))

// A parent that is killed cannot end this process.
process.on('disconnect', () => process.exit())
