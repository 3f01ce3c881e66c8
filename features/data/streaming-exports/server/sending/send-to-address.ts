import type { App } from '@playhead/server-kit/app.ts'
import { callFailure } from '@playhead/server-kit/outbound/call-failure.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { signatureOf } from '@playhead/server-kit/outbound/signature.ts'
import type { ExportSettings } from '../export-settings.ts'
import type { Batch } from './batch.ts'

const answerBytesMax = 4096

interface Sending {
  /** Of the export. */
  id: string
  settings: Extract<ExportSettings, { destination: 'http' }>
  batch: Batch
  responseSeconds: number
  signal: AbortSignal
}

/** Any 2xx accepts the batch; redirects are not followed, so that only the checked address is called. */
export const sendToAddress = async (
  app: App,
  { id, settings, batch, responseSeconds, signal }: Sending,
): Promise<string | undefined> => {
  const fetch = outboundFetch(app.settings, {
    timeoutMs: responseSeconds * 1000,
    bytesMax: answerBytesMax,
    cutsLongAnswers: true,
  })
  try {
    const response = await fetch(settings.address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
        'mux-signature': signatureOf(settings.signing_secret, batch.bytes, app.clock.now()),
        'playhead-streaming-export': id,
      },
      body: batch.bytes,
      signal,
    })
    return response.ok ? undefined : `The address answered ${response.status}.`
  } catch (error) {
    signal.throwIfAborted()
    return callFailure(error, responseSeconds)
  }
}
