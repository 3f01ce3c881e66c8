import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { secret } from '@playhead/contract-kit/secret.ts'

export const streamingExportLimits = {
  perEnvironmentMax: 5,
  addressMax: 2048,
  prefixMax: 200,
  keyMax: 256,
} as const

/** Finished views, and what encoders of live streams sent. */
export const exportKinds = ['viewstream', 'livehealthstream'] as const
export type ExportKind = (typeof exportKinds)[number]

export const exportFlags = {
  viewstream: 'streamingExportsViewstream',
  livehealthstream: 'streamingExportsLivehealthstream',
} as const
export const exportDestinations = ['http', 's3'] as const

/** `delayed`: more than an hour behind. `stopped`: refused for a day; it goes on when it is enabled. */
export const exportStatuses = ['running', 'delayed', 'paused', 'stopped'] as const
export type ExportStatus = (typeof exportStatuses)[number]

const shownHttp = { address: z.string() }
const shownS3 = {
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  access_key_id: z.string(),
}

const fields = {
  id: z.uuid(),
  kind: z.enum(exportKinds),
  destination: z.enum(exportDestinations),
  /** Settings without secrets; null for the other destination. */
  http: z.nullable(z.object(shownHttp)),
  s3: z.nullable(z.object(shownS3)),
  status: z.enum(exportStatuses),
  enabled: z.boolean(),
  rows_sent: z.int(),
  /** Everything that was finished before this moment has been sent. */
  sent_until: z.iso.datetime(),
  /** When the destination last accepted rows. */
  last_sent_at: z.nullable(z.iso.datetime()),
  /** Since when the destination has refused every attempt. */
  refused_since: z.nullable(z.iso.datetime()),
  last_error: z.nullable(z.string()),
  created_at: z.iso.datetime(),
}

export const StreamingExport = z.object(fields)

/** The key that signs batches; only this response contains it, and only for HTTP. */
const CreatedExport = z.object({ ...fields, signing_secret: z.nullable(secret(z.string())) })

const webAddress = z
  .url('URL does not appear to be valid')
  .check(z.maxLength(streamingExportLimits.addressMax))

export const bucketShape = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
export const regionShape = /^[A-Za-z0-9-]{1,64}$/
/** Folders without an empty, `.` or `..` part. */
export const prefixShape = /^(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9._=-]+(?:\/|$))*$/
export const keyShape = /^[\x21-\x7e]+$/
export const exportTexts = {
  bucket: 'A bucket name has 3 to 63 lowercase letters, digits, dots and hyphens',
  region: 'A region has letters, digits and hyphens, such as us-east-1',
  prefix: 'A folder has letters, digits and . _ = - between slashes',
  key: 'The key is required',
  keyShape: 'The key must not contain spaces or special characters',
} as const

const { prefixMax, keyMax } = streamingExportLimits
const key = z.string().check(z.trim(), z.minLength(1, exportTexts.key), z.maxLength(keyMax))

const http = { address: webAddress }
/** The server checks the shapes of names, so that an unknown id is a 404 before that. */
const s3 = {
  endpoint: webAddress,
  region: z.string(),
  bucket: z.string(),
  prefix: z._default(z.string().check(z.maxLength(prefixMax)), ''),
  access_key_id: key,
}

const NewExport = z.object({
  kind: z._default(z.enum(exportKinds), 'viewstream'),
  /** One of the two. */
  http: z.optional(z.object(http)),
  s3: z.optional(z.object({ ...s3, secret_access_key: secret(key) })),
})

const ExportChanges = z.object({
  http: z.optional(z.object(http)),
  /** Without a secret the former one stays. */
  s3: z.optional(z.object({ ...s3, secret_access_key: z.optional(secret(key)) })),
  /** Pauses it, or lets it go on. */
  enabled: z.optional(z.boolean()),
})

const ExportTest = z.object({
  delivered: z.boolean(),
  error: z.nullable(z.string()),
  duration_ms: z.int(),
})

const params = z.object({ id: ref('streaming_export') })
const read = scoped('system:read')
const write = scoped('system:write', { admin: true })

/** ACCT-081 */
export const streamingExports = endpoints({
  list: get('/ui/v1/streaming-exports', {
    access: read,
    summary: 'The streaming exports of the environment with how far each has come, newest first',
    query: z.object(Page),
    returns: pageOf(StreamingExport),
  }),
  create: post('/ui/v1/streaming-exports', {
    access: write,
    summary:
      'Send every finished view, or the input health of live streams, to an address or a bucket; a signing secret is in this response only',
    body: z.object({ streaming_export: NewExport }),
    returns: dataOf(CreatedExport),
    status: 201,
  }),
  retrieve: get('/ui/v1/streaming-exports/:id', {
    access: read,
    summary: 'One streaming export, without its secrets',
    params,
    returns: dataOf(StreamingExport),
  }),
  update: patch('/ui/v1/streaming-exports/:id', {
    access: write,
    summary: 'Change the settings of a streaming export, pause or resume it',
    params,
    body: z.object({ streaming_export: ExportChanges }),
    returns: dataOf(StreamingExport),
  }),
  remove: del('/ui/v1/streaming-exports/:id', {
    access: write,
    summary: 'Delete a streaming export; what was sent stays where it is',
    params,
    returns: nothing,
  }),
  sendTest: post('/ui/v1/streaming-exports/:id/test', {
    access: write,
    summary: 'Send an empty batch now as a test',
    params,
    returns: dataOf(ExportTest),
  }),
  restart: post('/ui/v1/streaming-exports/:id/restart', {
    access: write,
    summary: 'Send everything again that was finished or measured since a time',
    params,
    body: z.object({ from: z.iso.datetime() }),
    returns: dataOf(StreamingExport),
  }),
})
