import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { assets } from '../contract.ts'
import { insertAsset } from './insert-asset.ts'
import { refuseNewMedia } from './new-media-check.ts'
import { presentAsset } from './present-asset.ts'

export const createAsset: Handlers<typeof assets>['create'] = async ({
  app,
  environment,
  flags,
  body,
}) => {
  await app.disk.refuseWithoutRoom()
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await refuseNewMedia(app, tenant, 'asset')
    const parts = await insertAsset(app, tenant, {
      options: body,
      source: { kind: 'inputs' },
      flags,
    })
    return { data: presentAsset(parts, app.settings.publicUrl) }
  })
}
