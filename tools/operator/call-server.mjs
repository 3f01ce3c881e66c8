import { existsSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Stop } from '../setup/stop.mjs'

const root = path.join(import.meta.dirname, '..', '..')

export const serverCommands = () => callServer('GET', '/commands')

/** Sends a request to the running server through the socket file of its data folder; `tell` receives progress. */
export const callServer = async (method, url, body, tell) => {
  const folder = dataFolder()
  const { status, text } = await exchange(folder, { method, url, body, tell })
  const answer = parse(text)
  if (answer === undefined)
    throw new Stop(`The server gave an answer that is not JSON (status ${status}).`)
  if (status === 200) return answer
  throw new Stop(
    (answer?.error?.messages ?? [`The server refused with status ${status}.`]).join('\n'),
  )
}

function dataFolder() {
  if (process.env.PLAYHEAD_DATA) return path.resolve(process.env.PLAYHEAD_DATA)
  const here = path.resolve('data')
  return existsSync(path.join(here, 'playhead.sock')) ? here : path.join(root, 'data')
}

const lines = 'application/x-ndjson'

function exchange(folder, { method, url, body, tell }) {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    ...(tell && { accept: lines }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { socketPath: socketFile(folder), method, path: url, headers },
      (reply) => {
        reply.setEncoding('utf8')
        if (reply.headers['content-type'] === lines)
          return resolve(
            lastLine(reply, tell).catch(() => {
              throw new Stop('The server stopped before it had answered.')
            }),
          )
        let text = ''
        reply.on('data', (chunk) => (text += chunk))
        reply.on('end', () => resolve({ status: reply.statusCode, text }))
        reply.on('error', () => reject(new Stop('The server stopped before it had answered.')))
      },
    )
    outgoing.on('error', (error) => reject(new Stop(explain(error, folder))))
    outgoing.end(sent)
  })
}

/** Passes progress lines to `tell`; the last line is the response. */
async function lastLine(reply, tell) {
  for await (const line of createInterface({ input: reply })) {
    const { progress, status, body } = JSON.parse(line)
    if (progress) tell(progress)
    else return { status, text: JSON.stringify(body) }
  }
  throw new Error('There was no answer.')
}

// A socket path is limited to about 100 bytes: a relative name inside the folder is short enough.
function socketFile(folder) {
  const file = path.join(folder, 'playhead.sock')
  if (Buffer.byteLength(file) < 100) return file
  if (existsSync(folder)) process.chdir(folder)
  return 'playhead.sock'
}

function explain(error, folder) {
  if (error.code === 'EACCES')
    return `Only the owner of the data folder ${folder} can give commands.`
  if (error.code === 'ECONNRESET') return 'The server stopped before it had answered.'
  return `No Playhead server runs on the data folder ${folder}. Start it with npm start, or name another folder in PLAYHEAD_DATA.`
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
