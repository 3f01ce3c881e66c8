import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import {
  ClickHouseUnavailable,
  isLostConnection,
} from '@playhead/clickhouse/clickhouse-unavailable.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { DatabaseUnavailable } from '@playhead/postgres/database-unavailable.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Command, CommandCall, Progress } from '@playhead/server-kit/feature.ts'
import { StartRefused } from './start-refused.ts'

const Call = z.object({ command: z.string(), options: z.record(z.string(), z.unknown()) })
const bodyMaxBytes = 1_048_576
const socketName = 'playhead.sock'
// The maximum length of a Unix socket path.
const socketPathMaxBytes = 103

/** The command line makes paths absolute: only it knows the current folder. */
const kindOf = (json: Record<string, unknown>) => {
  if (json.type === 'boolean') return 'flag'
  return json.kind === 'path' ? 'path' : 'value'
}

const describe = (command: Command) => ({
  name: command.name,
  summary: command.summary,
  options: Object.entries(command.options.shape).map(([name, schema]) => {
    const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' })
    return {
      name,
      summary: json.description ?? '',
      required: !(schema as z.ZodType).safeParse(undefined).success,
      kind: kindOf(json),
    }
  }),
})

const readBody = async (request: IncomingMessage) => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > bodyMaxBytes) throw new ApiError('payload_too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const run = async (app: App, commands: readonly Command[], text: string, call: CommandCall) => {
  const asked = Call.safeParse(parseJson(text))
  if (!asked.success) throw new ApiError('invalid_parameters')
  const command = commands.find(({ name }) => name === asked.data.command)
  if (!command)
    throw new ApiError('not_found', { messages: [`There is no command ${asked.data.command}.`] })
  const options = z.strictObject(command.options.shape).safeParse(asked.data.options)
  if (!options.success)
    throw new ApiError('invalid_parameters', {
      messages: options.error.issues.map(
        ({ path, message }) => `--${path.join('.').replaceAll('_', '-')}: ${message}`,
      ),
    })
  return command.run(app, options.data, call)
}

/** If an engine stops while rows are being read, they fail with a connection error. */
const isEngineAway = (error: unknown) =>
  error instanceof DatabaseUnavailable ||
  error instanceof ClickHouseUnavailable ||
  isLostConnection(error)

const lines = 'application/x-ndjson'
const progressEveryMs = 500

/** A client that accepts lines gets progress; the last line is the answer. */
const progressOn = (request: IncomingMessage, response: ServerResponse) => {
  if (request.headers.accept !== lines) return {}
  let toldAt = -Infinity
  let step: string | undefined
  const progress = (now: Progress) => {
    const isSoon = performance.now() - toldAt < progressEveryMs || response.writableNeedDrain
    if (isSoon && now.step === step) return
    toldAt = performance.now()
    step = now.step
    if (!response.headersSent) response.writeHead(200, { 'content-type': lines })
    response.write(`${JSON.stringify({ progress: now })}\n`)
  }
  return { progress }
}

const answer = (response: ServerResponse, status: number, body: unknown) => {
  if (response.headersSent) return response.end(`${JSON.stringify({ status, body })}\n`)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** The operator's access: a socket file that only the owner of the data folder can open. */
export const openOperatorSocket = async (
  app: App,
  commands: readonly Command[],
  dataFolder: string,
) => {
  const path = join(dataFolder, socketName)
  if (Buffer.byteLength(path) > socketPathMaxBytes)
    throw new StartRefused(
      `The path of the data folder is too long for a socket file; at most ${socketPathMaxBytes - socketName.length - 1} bytes are possible.`,
    )
  await rm(path, { force: true })
  const underWay = new Set<AbortController>()
  const server = createServer((request, response) => {
    const gone = new AbortController()
    underWay.add(gone)
    response.once('close', () => {
      underWay.delete(gone)
      gone.abort()
    })
    void (async () => {
      try {
        if (request.url === '/commands') answer(response, 200, commands.map(describe))
        else {
          const call = { signal: gone.signal, ...progressOn(request, response) }
          answer(response, 200, await run(app, commands, await readBody(request), call))
        }
      } catch (error) {
        // The caller has disconnected, which aborted the command. At a stop of the program the caller still gets the error.
        if (response.closed) return app.log.info('operator command ended with its caller')
        const refusal =
          error instanceof ApiError
            ? error
            : new ApiError(isEngineAway(error) ? 'unavailable' : 'internal')
        if (refusal !== error) app.log.error('operator command failed', { error })
        answer(response, refusal.status, refusal.body)
      }
    })()
  })
  const previous = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
  } finally {
    process.umask(previous)
  }
  await chmod(path, 0o600)
  return {
    path,
    close: async () => {
      for (const gone of underWay) gone.abort()
      await new Promise((resolve) => server.close(resolve))
      await rm(path, { force: true })
    },
  }
}
