import type { App } from '@playhead/server-kit/app.ts'
import { callFailure } from '@playhead/server-kit/outbound/call-failure.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { S3Client, type SendRequest } from '@playhead/storage/s3-client.ts'
import { S3Failure } from '@playhead/storage/s3-failure.ts'
import type { ExportSettings } from '../export-settings.ts'
import type { Batch } from './batch.ts'

const answerBytesMax = 64 * 1024
const errorMax = 500

interface Sending {
  settings: Extract<ExportSettings, { destination: 's3' }>
  batch: Batch
  responseSeconds: number
  signal: AbortSignal
}

/** A customer enters the endpoint, so it is called through the guard, and tried again by the export itself. */
export const sendToBucket = async (
  app: App,
  { settings, batch, responseSeconds, signal }: Sending,
): Promise<string | undefined> => {
  const { endpoint, region, bucket, prefix, access_key_id, secret_access_key } = settings
  const call = outboundFetch(app.settings, {
    timeoutMs: responseSeconds * 1000,
    bytesMax: answerBytesMax,
    cutsLongAnswers: true,
  })
  const send: SendRequest = async ({ url, method, headers, body }, ending) =>
    call(url, { method, headers, body, signal: AbortSignal.any([signal, ending]) })
  const client = new S3Client(
    {
      endpoint,
      region,
      bucket,
      prefix,
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
    },
    { attempts: 1, firstPauseMs: 0, timeoutMs: responseSeconds * 2000 },
    send,
  )
  try {
    await client.request({
      method: 'PUT',
      name: [prefix, batch.name].filter(Boolean).join('/'),
      headers: { 'content-type': 'application/gzip' },
      body: batch.bytes,
    })
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof S3Failure
      ? error.message.slice(0, errorMax)
      : callFailure(error, responseSeconds)
  }
}
