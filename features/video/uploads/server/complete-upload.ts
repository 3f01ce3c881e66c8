import { ApiError } from '@playhead/contract-kit/errors.ts'
import { insertAsset, refuseNewMedia } from '@playhead/features/video/assets/server'
import type { App } from '@playhead/server-kit/app.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { endUpload, recordUploadEvent } from './end-upload.ts'
import { completeUpload as complete, updateAssetOfUpload, type UploadRow } from './uploads.sql.ts'

const insert = (
  app: App,
  environment: Environment,
  row: UploadRow,
  file: { totalBytes: number; contentType: string | null },
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    if (!(await complete(tenant, row.id, file, app.clock.now()))) return undefined
    await refuseNewMedia(app, tenant, 'uploaded')
    const { asset } = await insertAsset(app, tenant, {
      options: { ...row.new_asset_settings, ...(row.is_test && { test: true }) },
      source: { kind: 'upload', uploadId: row.id },
    })
    const upload = await updateAssetOfUpload(tenant, row.id, asset.id)
    await recordUploadEvent(tenant, 'video.upload.asset_created', upload)
    return upload
  })

/**
 * Every byte is on disk: one transaction creates the asset, ends the upload and enqueues the ingest
 * job. If the plan no longer allows the settings, the upload fails.
 */
export const completeUpload = async (
  app: App,
  environment: Environment,
  row: UploadRow,
  file: { totalBytes: number; contentType: string | null },
) => {
  try {
    return await insert(app, environment, row, file)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const message = error.body.error.messages.join(' ')
    return endUpload(app, environment, row.id, {
      status: 'errored',
      error: { type: error.code, message },
    })
  }
}
