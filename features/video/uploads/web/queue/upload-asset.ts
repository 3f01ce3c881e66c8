import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import type { Asset } from '@playhead/features/video/assets/contract'
import type { UploadAsset } from './upload-machine.ts'

type AssetFields = Pick<CamelOutput<typeof Asset>, 'id' | 'status' | 'errors' | 'playbackIds'>

export const toUploadAsset = ({ id, status, errors, playbackIds }: AssetFields): UploadAsset => ({
  id,
  status,
  errors,
  playbackIds,
})

const isSettled = ({ status }: UploadAsset) => status !== 'preparing'

/** A fetched asset can be newer than one from the ordered events. */
export const isOlder = (received: UploadAsset, known: UploadAsset | undefined) =>
  known?.id === received.id && isSettled(known) && !isSettled(received)
