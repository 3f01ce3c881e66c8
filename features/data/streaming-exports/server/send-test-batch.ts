import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { streamingExports } from '../contract.ts'
import { openSettings } from './export-settings.ts'
import { otherServerError } from './present-streaming-export.ts'
import { requireFlag } from './require-flag.ts'
import { requireStreamingExport } from './require-streaming-export.ts'
import { emptyBatch } from './sending/batch.ts'
import { destinationOf } from './sending/destination.ts'

/** Without rows, so that nothing of it stays in what reads the destination. */
export const sendTestBatch: Handlers<typeof streamingExports>['sendTest'] = async ({
  app,
  environment,
  flags,
  params,
  request,
}) => {
  const row = await requireStreamingExport(environment, params.id)
  requireFlag({ flags }, row.kind)
  const settings = openSettings(app, row.settings_sealed)
  const started = performance.now()
  const error = settings
    ? await destinationOf(app, row.id, settings).send(emptyBatch(), request.signal)
    : otherServerError
  return {
    data: {
      delivered: error === undefined,
      error: error ?? null,
      duration_ms: Math.round(performance.now() - started),
    },
  }
}
