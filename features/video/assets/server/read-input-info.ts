import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { assets } from '../contract.ts'
import { requireAsset } from './require-asset.ts'

export const readInputInfo: Handlers<typeof assets>['inputInfo'] = async ({
  environment,
  params,
}) => {
  const asset = await requireAsset(environment, params.id)
  const data = asset.inputs.map((settings, at) => ({
    settings,
    file: asset.input_info?.[at]?.file,
  }))
  return { data }
}
