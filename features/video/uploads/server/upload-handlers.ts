import { forbidden, notFound } from '@playhead/contract-kit/errors.ts'
import { checkAssetOptions } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { uploads } from '../contract.ts'
import { endUpload, recordUploadEvent } from './end-upload.ts'
import { presentUpload } from './present-upload.ts'
import { countUploads, findUpload, insertUpload, listUploads as list } from './uploads.sql.ts'

type Uploads = Handlers<typeof uploads>

export const createUpload: Uploads['create'] = async ({ app, environment, features, body }) => {
  await app.disk.refuseWithoutRoom()
  const { new_asset_settings: settings = {}, test: isTest = false, timeout } = body
  checkAssetOptions(app, { ...settings, ...(isTest && { test: true }) }, features)
  const secret = randomToken()
  const row = await environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const inserted = await insertUpload(tenant, {
      secretHash: hashToken(secret),
      secretSealed: app.vault.seal(secret),
      corsOrigin: body.cors_origin,
      timeoutSeconds: timeout,
      newAssetSettings: settings,
      isTest,
      expiresAt: new Date(app.clock.now().getTime() + timeout * 1000),
    })
    await recordUploadEvent(tenant, 'video.upload.created', inserted)
    return inserted
  })
  return { data: presentUpload(app, row) }
}

export const listUploads: Uploads['list'] = async ({ app, environment, query }) => {
  const [total, rows] = await Promise.all([countUploads(environment), list(environment, query)])
  return { data: rows.map((row) => presentUpload(app, row)), total_row_count: total, ...query }
}

export const retrieveUpload: Uploads['retrieve'] = async ({ app, environment, params }) => {
  const row = await findUpload(environment, params.id)
  if (!row) throw notFound('upload')
  return { data: presentUpload(app, row) }
}

export const cancelUpload: Uploads['cancel'] = async ({ app, environment, params }) => {
  const cancelled = await endUpload(app, environment, params.id, { status: 'cancelled' })
  if (cancelled) return { data: presentUpload(app, cancelled) }
  if (!(await findUpload(environment, params.id))) throw notFound('upload')
  throw forbidden('Only an upload that is waiting for its file can be cancelled.')
}
