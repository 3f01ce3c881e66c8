import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { DatabaseUnavailable } from '@playhead/postgres/database-unavailable.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { isReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { hashToken } from '@playhead/server-kit/secrets/secrets.ts'
import { readSentRange } from './content-range.ts'
import { type Outcome, refused, unknownAddress } from '../parts/outcome.ts'
import { discardBody } from './read-body.ts'
import { receiveFile } from '../parts/receive-file.ts'
import { corsHeaders } from './upload-cors.ts'
import { RequestRoom } from './request-room.ts'
import { uploadLines } from '../parts/upload-lines.ts'
import { findUploadBySecret, type SentUploadRow } from '../uploads.sql.ts'

type UploadContext = Context<{ Bindings: HttpBindings }>

/** Each request holds a file, a connection and some hundred kilobytes. */
const room = new RequestRoom(256)

const errorTypes: Record<number, string> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  500: 'internal',
  503: 'unavailable',
  507: 'no_space',
}

const answer = (c: UploadContext, outcome: Outcome, canStayOpen: boolean) => {
  c.header('cache-control', 'no-store')
  if (!canStayOpen) c.header('connection', 'close')
  if (outcome.kind === 'gone') return c.body(null, 499 as 400)
  if (outcome.kind === 'complete') return c.body(null, 200)
  if (outcome.receivedBytes) c.header('range', `bytes=0-${outcome.receivedBytes - 1}`)
  // Hono's types allow 308 only with a location.
  if (outcome.kind === 'more') return c.body(null, 308 as 200)
  const { status, message } = outcome
  if (status === 503) c.header('retry-after', '1')
  const error = { type: errorTypes[status] ?? 'invalid_parameters', messages: [message] }
  return c.json({ error }, status as 400)
}

const busy = refused(503, 'The server is busy. Please send this again in a moment.')
const paused = refused(503, 'The server is not taking files right now. Please try again later.')

const receive = async (
  app: App,
  c: UploadContext,
  found: SentUploadRow,
  arrival: number,
): Promise<Outcome> => {
  const range = readSentRange(c.req.header('content-range'), c.req.header('content-length'))
  if (typeof range === 'string') return refused(400, range)
  if (app.stopping?.aborted || (await isReadOnly(app.postgres))) return paused
  const environment = {
    id: found.environment_id,
    organizationId: found.organization_id,
    postgres: app.postgres,
    clickhouse: app.clickhouse,
  }
  const { incoming } = c.env
  const contentType = c.req.header('content-type')?.slice(0, 255)
  const leave = room.enter(environment.id, () => uploadLines.interrupt(found.id, 'crowded'))
  if (!leave) return busy
  try {
    return await uploadLines.take(found.id, arrival, (signal) =>
      receiveFile(app, environment, found.id, { incoming, range, contentType, signal }),
    )
  } finally {
    leave()
  }
}

/** The log contains the id of the upload, never its address. */
const explain = (app: App, error: unknown, uploadId: string | undefined) => {
  if (error instanceof DatabaseUnavailable) return busy
  app.log.error('upload failed', { upload_id: uploadId, error })
  return refused(500, 'Something went wrong, please try again later.')
}

const find = (app: App, c: UploadContext) =>
  findUploadBySecret(app.postgres, hashToken(c.req.param('secret') ?? ''))

const handle = (app: App) => async (c: UploadContext) => {
  const arrival = uploadLines.arrive()
  let found: SentUploadRow | undefined
  let outcome: Outcome
  try {
    found = await find(app, c)
    outcome = found ? await receive(app, c, found, arrival) : unknownAddress
  } catch (error) {
    outcome = explain(app, error, found?.id)
  }
  const seconds = app.stopping?.aborted ? 1 : 10
  const canStayOpen = outcome.kind === 'gone' || (await discardBody(c.env.incoming, seconds))
  for (const [name, value] of Object.entries(
    corsHeaders(found?.cors_origin, c.req.header('origin')),
  ))
    c.header(name, value)
  return answer(c, outcome, canStayOpen)
}

const preflight = (app: App) => async (c: UploadContext) => {
  const found = await find(app, c).catch(() => undefined)
  return c.body(null, 204, corsHeaders(found?.cors_origin, c.req.header('origin')))
}

/** The address is a credential: it allows to send this one file. */
export const mountUploads = (server: Hono, app: App) => {
  const routes = server as unknown as Hono<{ Bindings: HttpBindings }>
  const address = '/uploads/:secret'
  app.stopping?.addEventListener('abort', () => uploadLines.interruptAll('stopping'))
  routes.options(address, preflight(app))
  routes.on(['PUT', 'POST'], address, handle(app))
  routes.all(address, (c) => {
    c.header('allow', 'PUT, POST, OPTIONS')
    return answer(c, refused(405, 'Files are sent with PUT.'), true)
  })
}
