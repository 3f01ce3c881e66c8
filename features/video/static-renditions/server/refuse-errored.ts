import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { AssetRow } from '@playhead/features/video/assets/server'

export const refuseErrored = (asset: AssetRow, field: string) => {
  if (asset.status === 'errored')
    throw invalidField(field, `${field}: this asset has failed, so it cannot be made`)
}
