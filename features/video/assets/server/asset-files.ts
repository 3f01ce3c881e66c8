import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { slot } from '@playhead/server-kit/slot.ts'
import type { assets } from '../contract.ts'

/** Handlers for the endpoints of an asset that manage its downloadable files. */
export interface AssetFiles extends Pick<
  Handlers<typeof assets>,
  'updateMp4Support' | 'updateMasterAccess'
> {
  readonly order: number
}

export const assetFiles = slot<AssetFiles>('files of assets')

export const filesIn = (app: Parameters<typeof assetFiles.partsIn>[0]) => {
  const [files] = assetFiles.partsIn(app)
  if (!files) throw notFound('files for download')
  return files
}
