import { notFound } from '@playhead/contract-kit/errors.ts'
import { findAsset } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { shots } from '../contract.ts'
import { requireShots } from './require-shots.ts'

export const retrieveShots: Handlers<typeof shots>['retrieve'] = async ({
  app,
  environment,
  params,
}) => {
  const asset = await findAsset(environment, params.id)
  if (!asset) throw notFound('asset')
  return { data: await requireShots(app, environment, asset) }
}
