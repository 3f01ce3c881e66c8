import { checkAssetOptions, refuseNewMedia } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { uploads } from '../contract.ts'
import { recordUploadEvent } from './end-upload.ts'
import { presentUpload } from './present-upload.ts'
import { insertUpload } from './uploads.sql.ts'

export const createUpload: Handlers<typeof uploads>['create'] = async ({
  app,
  environment,
  flags,
  body,
}) => {
  await app.disk.refuseWithoutRoom()
  await refuseNewMedia(app, environment, 'upload')
  const { new_asset_settings: settings = {}, test: isTest = false, timeout } = body
  checkAssetOptions(app, { ...settings, ...(isTest && { test: true }) }, flags)
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
