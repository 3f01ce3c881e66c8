import { request } from 'node:http'
import path from 'node:path'

type Options = Record<string, string | boolean>

/** Sends a command to the server under test through the socket file of its data folder. */
export const operator = (command: string, options: Options = {}) => {
  const folder = process.env.PLAYHEAD_TEST_DATA
  if (!folder) throw new Error('PLAYHEAD_TEST_DATA is set by playwright.config.ts')
  return operatorOf(folder)(command, options)
}

/** The same for the server that uses that data folder. */
export const operatorOf =
  (folder: string) =>
  async (command: string, options: Options = {}) => {
    const { status, text } = await post(folder, JSON.stringify({ command, options }))
    if (status !== 200) throw new Error(`${command} was refused: ${text}`)
    return JSON.parse(text) as Record<string, unknown> & { id: string }
  }

function post(folder: string, body: string) {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const socketPath = path.join(folder, 'playhead.sock')
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = request({ socketPath, method: 'POST', path: '/command', headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => (text += chunk))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
