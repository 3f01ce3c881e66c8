import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

type Answer = (response: ServerResponse, received: Received) => void

/** A chat, a pager or a customer's server: it answers 202 unless the test sets another answer. */
export const startHttpReceiver = async () => {
  const received: Received[] = []
  const usual: Answer = (response) => response.writeHead(202).end('{"status":"success"}')
  let answer = usual
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const one = { path: request.url ?? '/', headers: request.headers, body }
    received.push(one)
    answer(response, one)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    at: (path: string) => received.filter((one) => one.path === path),
    answerWith: (next: Answer) => {
      answer = next
    },
    reset: () => {
      answer = usual
      received.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface ReceivedMail {
  to: string[]
  message: string
}

/** A mail server that keeps what it takes. It refuses, or says nothing more, when the test says so. */
export const startSmtpCatcher = async () => {
  const received: ReceivedMail[] = []
  let mood: 'takes' | 'refuses' | 'hangs' = 'takes'
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, callback) {
      if (mood === 'hangs') return
      callback(mood === 'refuses' ? new Error('No such mailbox here') : null)
    },
    onData(stream, { envelope }, callback) {
      const one = { to: envelope.rcptTo.map(({ address }) => address), message: '' }
      stream.on('data', (piece: Buffer) => (one.message += piece.toString()))
      stream.on('end', () => {
        received.push(one)
        callback()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    to: (address: string) => received.filter(({ to }) => to.includes(address)),
    set: (next: typeof mood) => {
      mood = next
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
