import { PlaybackParts } from '@playhead/features/video/playback-ids/web'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'
import { changesStream } from '../detail/use-stream-call.ts'
import { titleOf } from '../live-stream-facts.ts'
import type { PartProps } from '../slots.ts'

export const PlaybackTab = ({ stream }: PartProps) => {
  const create = useCall(liveStreams.createPlaybackId, { invalidates: changesStream })
  const remove = useCall(liveStreams.removePlaybackId, { invalidates: changesStream, quiet: true })
  const params = { id: stream.id }
  return (
    <PlaybackParts
      noun="live stream"
      isPlayable
      playable={{
        kind: 'liveStream',
        id: stream.id,
        title: titleOf(stream),
        isAudioOnly: stream.audioOnly ?? false,
        playbackIds: stream.playbackIds ?? [],
      }}
      calls={{
        isAdding: create.isPending,
        add: (policy, onDone) => create.mutate({ params, body: { policy } }, { onSuccess: onDone }),
        remove: (playbackId) => remove.mutateAsync({ params: { ...params, playbackId } }),
      }}
    />
  )
}
