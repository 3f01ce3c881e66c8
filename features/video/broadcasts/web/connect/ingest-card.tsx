import { type ReactNode, useState } from 'react'
import type { PartProps } from '@playhead/features/video/live-streams/slots'
import { RotateKeyDialog, SecretValue } from '@playhead/features/video/live-streams/web'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { RefreshIcon } from '@playhead/ui/icons/icons.ts'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { connectAnchor } from './connect-anchor.ts'
import { HowToConnect } from './how-to-connect.tsx'
import { type IngestAddress, useIngest } from './use-ingest.ts'
import './connect.css'

const Box = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="live-box">
    <span className="text-sm text-ink-2">{label}</span>
    <div>{children}</div>
  </div>
)

const KeyBox = ({ stream }: PartProps) => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Box label="Stream key">
        {stream.streamKey ? (
          <SecretValue value={stream.streamKey} name="stream key" />
        ) : (
          <span className="grow text-sm text-ink-3">
            This server cannot read the key. Rotate it to get one.
          </span>
        )}
        <IconButton
          size="sm"
          icon={<RefreshIcon size={14} />}
          label="Rotate stream key"
          onClick={() => setIsAsking(true)}
        />
      </Box>
      {stream.activeAssetId !== undefined && (
        <p className="-mt-2 text-xs text-ink-3">Rotating it disconnects the encoder.</p>
      )}
      <RotateKeyDialog stream={stream} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}

const protocolWords = { rtmp: 'RTMP', rtmps: 'RTMPS', srt: 'SRT' } as const

const Addresses = ({ stream, addresses }: PartProps & { addresses: readonly IngestAddress[] }) => {
  const [chosen, setChosen] = useState<string>()
  const address = addresses.find(({ protocol }) => protocol === chosen) ?? addresses[0]
  if (!address)
    return (
      <EmptyState title="No listener is on">
        The operator of this server has switched off every port that encoders connect to.
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-3">
      {addresses.length > 1 && (
        <SegmentedControl
          label="Protocol"
          value={address.protocol}
          onChange={setChosen}
          options={addresses.map(({ protocol }) => ({
            value: protocol,
            label: protocolWords[protocol],
          }))}
        />
      )}
      <Box label="Server URL">
        <CopyControl value={address.url} label="Copy the server URL" />
      </Box>
      {address.localOnly && (
        <p className="-mt-2 text-xs text-ink-3">
          Only encoders on the server’s own machine can connect. <code>LIVE_HOST</code> opens it to
          others.
        </p>
      )}
      <KeyBox stream={stream} />
      {address.protocol === 'srt' && stream.srtPassphrase && (
        <Box label="Passphrase">
          <SecretValue value={stream.srtPassphrase} name="passphrase" />
        </Box>
      )}
      <hr className="live-rule" />
      <HowToConnect stream={stream} address={address} />
    </div>
  )
}

/** Where an encoder sends to, and how it is set up. */
export const Part = ({ stream }: PartProps) => {
  const ingest = useIngest()
  return (
    <Card title="Ingest" id={connectAnchor} isFailing={ingest.isLoadingError}>
      {ingest.data ? (
        <Addresses stream={stream} addresses={ingest.data.data} />
      ) : ingest.isLoadingError ? (
        <FailedState message={ingest.error.message} onRetry={() => void ingest.refetch()} />
      ) : (
        <SkeletonLines count={6} />
      )}
    </Card>
  )
}
