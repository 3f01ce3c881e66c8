import { useState } from 'react'
import type { PlaybackId } from '@playhead/features/video/assets/web'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { IframeHealth } from './iframe-health.tsx'
import { type PlaybackIdCalls, PlaybackIdsCard } from './playback-ids-card.tsx'
import {
  addressesOf,
  type Playable,
  signingSnippet,
  type SnippetKind,
  snippetKinds,
  snippetOf,
} from './snippets.ts'

interface OfPlaybackId {
  playable: Playable
  playbackId: PlaybackId
}

const Signing = ({ playbackId }: { playbackId: PlaybackId }) => {
  const href = useScreenPath()('settings/signing-keys')
  return (
    <Stack gap={3}>
      <FormMessage tone="info">
        This playback ID is signed: it plays only with a token. Make one on your server with a{' '}
        {href === undefined ? 'signing key' : <Link href={href}>signing key</Link>} of this
        environment, and put it where the addresses say TOKEN. Streams, pictures and storyboards
        each need a token of their kind.
      </FormMessage>
      <CodeBlock label="Make a token on your server" text={signingSnippet(playbackId)} isWhole />
    </Stack>
  )
}

const Addresses = ({
  playable,
  playbackId,
  isPlayable,
}: OfPlaybackId & { isPlayable: boolean }) => {
  const isPublic = playbackId.policy === 'public'
  return (
    <Card
      title="Addresses"
      actions={
        isPublic &&
        isPlayable && (
          <Link isExternal href={`/watch/${playbackId.id}`}>
            Open the watch page
          </Link>
        )
      }
    >
      <DescriptionList
        items={addressesOf(playable, playbackId).map(({ name, address }) => ({
          term: name,
          detail: <CopyControl value={address} label={`Copy: ${name}`} />,
        }))}
      />
    </Card>
  )
}

const Embedding = ({ playable, playbackId }: OfPlaybackId) => {
  const [kind, setKind] = useState<SnippetKind>('html5')
  const label = snippetKinds.find(({ value }) => value === kind)!.label
  return (
    <Card
      title="Embed it"
      actions={kind === 'iframe' && <IframeHealth playbackId={playbackId.id} />}
    >
      <Stack gap={3}>
        <div className="overflow-x-auto">
          <SegmentedControl
            label="Kind of player"
            value={kind}
            onChange={setKind}
            options={snippetKinds}
          />
        </div>
        <CodeBlock label={label} text={snippetOf(kind, playable, playbackId)} isWhole />
        {playbackId.policy === 'signed' && <Signing playbackId={playbackId} />}
      </Stack>
    </Card>
  )
}

const shownOf = (playbackIds: readonly PlaybackId[]) =>
  playbackIds.find(({ policy }) => policy === 'public') ??
  playbackIds.find(({ policy }) => policy === 'signed')

interface PlaybackPartsProps {
  playable: Playable
  noun: string
  /** Whether the watch page shows something now, or will as soon as there is something. */
  isPlayable: boolean
  calls: PlaybackIdCalls
}

/** The ids of an asset or a live stream, their addresses, and the code that embeds them. */
export const PlaybackParts = ({ playable, noun, isPlayable, calls }: PlaybackPartsProps) => {
  const [chosenId, setChosenId] = useState<string>()
  const all = playable.playbackIds
  const chosen = all.find(({ id }) => id === chosenId) ?? shownOf(all)
  return (
    <Stack gap={3}>
      <PlaybackIdsCard noun={noun} playbackIds={all} {...calls} />
      {chosen && (
        <>
          {all.length > 1 && (
            <Select
              label="Addresses and snippets for"
              value={chosen.id}
              onChange={setChosenId}
              options={all.map(({ id, policy }) => ({ value: id, label: `${id} (${policy})` }))}
            />
          )}
          <Addresses playable={playable} playbackId={chosen} isPlayable={isPlayable} />
          <Embedding playable={playable} playbackId={chosen} />
        </>
      )}
    </Stack>
  )
}
