import type { App } from '@playhead/server-kit/app.ts'
import type { ExportSettings } from '../export-settings.ts'
import type { Batch } from './batch.ts'
import { sendToAddress } from './send-to-address.ts'
import { sendToBucket } from './send-to-bucket.ts'

/** A batch of 5 MB on a slow line; other exports do not wait for it. */
export const responseSeconds = 60

export interface Destination {
  /** Returns why the batch was refused; undefined when it was accepted. Throws only when the signal aborts. */
  send(batch: Batch, signal: AbortSignal): Promise<string | undefined>
}

export const destinationOf = (app: App, id: string, settings: ExportSettings): Destination => ({
  send: (batch, signal) =>
    settings.destination === 'http'
      ? sendToAddress(app, { id, settings, batch, responseSeconds, signal })
      : sendToBucket(app, { settings, batch, responseSeconds, signal }),
})
