import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { AssetRow } from '@playhead/features/video/assets/server'

export const refuseUnready = ({ status }: AssetRow) => {
  if (status !== 'ready') throw invalidField('id', 'Tracks can be added once the asset is ready.')
}
