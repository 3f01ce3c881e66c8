import { useQuery } from '@tanstack/react-query'
import { deliveryUsage } from '@playhead/features/video/delivery-usage/contract'
import { foundOf, useDeletion } from '@playhead/features/video/hosted-screens/web'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { assets } from '../contract.ts'
import { isUnderWay } from './asset-facts.ts'

/** Progress has no events, so it is polled. */
const progressEveryMs = 1_500

const readAgain = () =>
  void invalidate(assets.retrieve, assets.events, assets.inputInfo, deliveryUsage.ofAsset)

/** One asset, kept up to date. When it disappears it shows as deleted, not as unknown. ASST-019 */
export const useAsset = (id: string) => {
  const type = 'video.asset.deleted'
  const isDeletedByEvent = useDeletion({ id, type, field: 'asset_id', readAgain })
  const asset = useQuery({
    ...query(assets.retrieve, { params: { id } }, { quiet: true }),
    enabled: id !== '' && !isDeletedByEvent,
    refetchInterval: ({ state }) =>
      state.data && state.status !== 'error' && isUnderWay(state.data.data)
        ? progressEveryMs
        : false,
  })
  return foundOf(asset, isDeletedByEvent)
}
