import { assets } from '@playhead/features/video/assets/contract'
import { type Asset, isAudioOnly, titleOf } from '@playhead/features/video/assets/web'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { playbackIds as endpoints } from '../contract.ts'
import { PlaybackParts } from './playback-parts.tsx'

const invalidates = [assets.retrieve, assets.events, assets.logs]

export const Part = ({ asset }: { asset: Asset }) => {
  const create = useCall(endpoints.create, { invalidates })
  const remove = useCall(endpoints.remove, { invalidates, quiet: true })
  const params = { id: asset.id }
  return (
    <PlaybackParts
      noun="asset"
      isPlayable={asset.status === 'ready'}
      playable={{
        kind: 'asset',
        id: asset.id,
        title: titleOf(asset),
        isAudioOnly: isAudioOnly(asset),
        aspectRatio: asset.aspectRatio,
        playbackIds: asset.playbackIds ?? [],
      }}
      calls={{
        isAdding: create.isPending,
        add: (policy, onDone) => create.mutate({ params, body: { policy } }, { onSuccess: onDone }),
        remove: (playbackId) => remove.mutateAsync({ params: { ...params, playbackId } }),
      }}
    />
  )
}
