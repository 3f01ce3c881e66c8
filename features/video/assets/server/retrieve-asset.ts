import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { assets } from '../contract.ts'
import { assetResponse } from './asset-response.ts'

export const retrieveAsset: Handlers<typeof assets>['retrieve'] = async ({
  app,
  environment,
  params,
}) => ({
  data: await assetResponse(app, environment, params.id),
})
