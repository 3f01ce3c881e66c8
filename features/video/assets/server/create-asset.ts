import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { assets } from '../contract.ts'
import { insertAsset } from './insert-asset.ts'
import { presentAsset } from './present-asset.ts'

export const createAsset: Handlers<typeof assets>['create'] = async ({
  app,
  environment,
  flags,
  body,
}) => {
  await app.disk.refuseWithoutRoom()
  return environment.postgres.transaction(async (transaction) => {
    const parts = await insertAsset(app, within(environment, transaction), {
      options: body,
      source: { kind: 'inputs' },
      flags,
    })
    return { data: presentAsset(parts, app.settings.publicUrl) }
  })
}
