import { assetListener } from '@playhead/features/video/assets/server'
import type { App } from '@playhead/server-kit/app.ts'
import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { refused } from './parts/outcome.ts'
import { removeUploadFile } from './parts/part-file.ts'
import { presentUploadOfEvent } from './present-upload.ts'
import { uploadLines } from './parts/upload-lines.ts'
import { endUpload as end, updateRefusedUpload, type UploadRow } from './uploads.sql.ts'

type UploadEvent = `video.upload.${'created' | 'asset_created' | 'cancelled' | 'errored'}`

/** Call it within the transaction of the change. */
export const recordUploadEvent = (environment: Environment, type: UploadEvent, row: UploadRow) =>
  recordEvent(environment, {
    type,
    objectType: 'upload',
    objectId: row.id,
    data: presentUploadOfEvent(row),
  })

/** The file is no video: its upload fails with its asset. */
export const refuseUploadsOfFailed = assetListener({
  order: 70,
  failed: async ({ environment, asset: { upload_id: id } }, failure) => {
    if (id === null || failure.type !== 'invalid_input') return
    const row = await updateRefusedUpload(environment, id, failure)
    if (row) await recordUploadEvent(environment, 'video.upload.errored', row)
  },
})

type UploadEnd =
  | { status: 'cancelled' }
  | { status: 'timed_out' }
  | { status: 'errored'; error: { type: string; message: string } }

/**
 * Returns undefined when the upload has already ended. The file is removed at once if no request
 * writes to it, otherwise by the next cleanup.
 */
export const endUpload = async (
  app: Pick<App, 'clock' | 'settings'>,
  environment: Environment,
  id: string,
  given: UploadEnd,
) => {
  const ended = await environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const row = await end(tenant, id, given, app.clock.now())
    // A timeout has no event: nothing has happened.
    if (row && given.status !== 'timed_out')
      await recordUploadEvent(tenant, `video.upload.${given.status}`, row)
    return row
  })
  if (!ended) return undefined
  uploadLines.interrupt(id, 'ended')
  await removeUploadFile(app.settings.dataFolder, id)
  return ended
}

/** Without disk space the upload fails: retries of the client would only keep the disk full. */
export const endForSpace = async (
  app: Pick<App, 'clock' | 'log' | 'settings'>,
  environment: Environment,
  id: string,
) => {
  const message = 'The server has no space left for this file.'
  app.log.error('no space for an upload', { upload_id: id })
  await endUpload(app, environment, id, {
    status: 'errored',
    error: { type: 'no_space', message },
  })
  return refused(507, message)
}
