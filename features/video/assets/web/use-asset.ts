import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type ActivityEvent, useActivity } from '@playhead/features/activity/events/web'
import { deliveryUsage } from '@playhead/features/video/delivery-usage/contract'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { assets } from '../contract.ts'
import { isUnderWay } from './asset-facts.ts'

/** Progress has no events, so it is polled. */
const progressEveryMs = 1_500

const isAbout = (id: string) => (event: ActivityEvent) =>
  event.object.id === id || event.data['asset_id'] === id

const readAgain = () =>
  void invalidate(assets.retrieve, assets.events, assets.inputInfo, deliveryUsage.ofAsset)

/** One asset, kept up to date. When it disappears it shows as deleted, not as unknown. ASST-019 */
export const useAsset = (id: string) => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  const [deletedId, setDeletedId] = useState<string>()
  const isDeletedByEvent = deletedId === id
  const asset = useQuery({
    ...query(assets.retrieve, { params: { id } }, { quiet: true }),
    enabled: id !== '' && !isDeletedByEvent,
    refetchInterval: ({ state }) =>
      state.data && state.status !== 'error' && isUnderWay(state.data.data)
        ? progressEveryMs
        : false,
  })
  const onEvents = useCallback(
    (events: readonly ActivityEvent[]) => {
      const ours = events.filter(isAbout(id))
      if (ours.some(({ type }) => type === 'video.asset.deleted')) setDeletedId(id)
      else if (ours.length > 0) readAgain()
    },
    [id],
  )
  useActivity({ organizationId, environmentId, onEvents, onBegin: readAgain, onGap: readAgain })
  const isMissing = isCallError(asset.error) && asset.error.status === 404
  return {
    asset: asset.data?.data,
    isDeleted: isDeletedByEvent || (asset.data !== undefined && isMissing),
    isMissing: isMissing && asset.data === undefined,
    failure: asset.isLoadingError ? asset.error : undefined,
    isFetching: asset.isFetching,
    refetch: () => void asset.refetch(),
  }
}
