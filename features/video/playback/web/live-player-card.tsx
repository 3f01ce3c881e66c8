import type { ReactNode } from 'react'
import type { PartProps } from '@playhead/features/video/live-streams/slots'
import {
  type LiveStream,
  shownPlaybackId,
  stateOf,
  titleOf,
} from '@playhead/features/video/live-streams/web'
import { usePreviewTokens } from '@playhead/features/video/preview-tokens/web'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { RadioIcon } from '@playhead/ui/icons/subject-icons.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { Player } from './player.tsx'
import './live-player-card.css'

/** As high as the player that follows, so the page does not jump. */
const Still = ({ children }: { children: ReactNode }) => (
  <section className="live-still" aria-label="Picture of the stream">
    {children}
  </section>
)

const waitingWords = {
  idle: {
    title: 'No encoder is connected',
    text: 'Video appears here once an encoder connects.',
  },
  connecting: {
    title: 'An encoder is connected',
    text: 'Video appears here after the first seconds.',
  },
  disabled: {
    title: 'This live stream is disabled',
    text: 'Encoders are refused until you enable it.',
  },
} as const

const Waiting = ({ stream }: { stream: LiveStream }) => {
  const state = stateOf(stream)
  if (state === 'active' || state === 'deleted') return null
  const { title, text } = waitingWords[state]
  return (
    <Still>
      <EmptyState title={title} icon={<RadioIcon size={20} />}>
        {text}
      </EmptyState>
    </Still>
  )
}

const NoPlaybackId = ({ stream }: { stream: LiveStream }) => {
  const path = usePath()
  return (
    <Still>
      <EmptyState
        title="It cannot be watched yet"
        icon={<RadioIcon size={20} />}
        action={
          <LinkButton href={path(`video/live-streams/${stream.id}/playback`)}>
            Add a playback ID
          </LinkButton>
        }
      >
        It has no playback ID, which is what players ask for.
      </EmptyState>
    </Still>
  )
}

/** What viewers see, without counting as one of them: the token says that it is a preview. */
const Picture = ({ stream }: PartProps) => {
  const shown = shownPlaybackId(stream)
  const isRunning = stream.status === 'active'
  const tokens = usePreviewTokens(isRunning && shown ? [shown.id] : [], { isLive: true })
  if (!isRunning) return <Waiting stream={stream} />
  if (!shown) return <NoPlaybackId stream={stream} />
  const known = tokens.of(shown.id)
  if (tokens.isFailed && !known)
    return (
      <Still>
        <FailedState message="The token for this preview could not be fetched." />
      </Still>
    )
  if (!tokens.isLoaded) return <Still>{null}</Still>
  const { video, thumbnail, storyboard } = known ?? {}
  return (
    <div className="live-stage">
      <Player
        key={shown.id}
        playbackId={shown.id}
        title={titleOf(stream)}
        isAudioOnly={stream.audioOnly ?? false}
        isLive
        isMuted
        autoplays
        {...(video !== undefined &&
          thumbnail !== undefined &&
          storyboard !== undefined && { tokens: { video, thumbnail, storyboard } })}
      />
    </div>
  )
}

/** A signed id needs a token, which a link that is passed on must not hold. */
export const Part = ({ stream }: PartProps) => {
  const shown = shownPlaybackId(stream)
  return (
    <>
      <Picture stream={stream} />
      {shown?.policy === 'public' && stream.status !== 'disabled' && (
        <p className="mt-2 text-sm">
          <Link isExternal href={`/watch/${shown.id}`}>
            Open the watch page
          </Link>
        </p>
      )}
    </>
  )
}
