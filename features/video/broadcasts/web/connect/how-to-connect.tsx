import { type ReactNode, useState } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { type LiveStream, titleOf } from '@playhead/features/video/live-streams/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { isDots, useCopy } from '@playhead/ui/buttons/use-copy.ts'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import type { Advice, HealthPoint } from '../health/use-health.ts'
import { knownEncoderOf } from '../health/known-encoder.ts'
import { useHealth, useMetadata } from '../health/use-health.ts'
import { type Encoder, encoders, ffmpegCommand, wholeAddress } from './encoder-steps.ts'
import { PhoneCode } from './phone-code.tsx'
import type { IngestAddress } from './use-ingest.ts'

interface HowProps {
  stream: LiveStream
  address: IngestAddress
}

/** What the encoder does now, where that is what has to change. */
const Now = ({ children }: { children: ReactNode }) => (
  <span className="font-medium text-warn"> Now {children}.</span>
)

interface Faults {
  advice: readonly Advice[]
  last: HealthPoint | undefined
}

const keyframesNow = ({ advice, last }: Faults) =>
  advice.some(({ type }) => type === 'slow_keyframes') && last?.keyframeIntervalMs ? (
    <Now>{formatNumber(last.keyframeIntervalMs / 1000, 1)} s</Now>
  ) : null

const rateNow = ({ advice }: Faults) =>
  advice.some(({ type }) => type === 'uneven_bitrate') ? (
    <span className="font-medium text-warn"> (now uneven)</span>
  ) : null

const ObsSteps = ({ faults }: { faults: Faults }) => (
  <ol className="live-steps">
    <li>
      Settings, Stream: service <b>Custom</b>, then both values from above.
    </li>
    <li>
      Settings, Output: rate control <b>CBR</b>
      {rateNow(faults)}, keyframe interval <b>2 s</b>.{keyframesNow(faults)}
    </li>
    <li>
      <b>Start Streaming</b>. The picture appears a few seconds later.
    </li>
  </ol>
)

const HardwareSteps = ({ faults }: { faults: Faults }) => (
  <ol className="live-steps">
    <li>
      Choose RTMP push. With one field for the address, put the server URL, a slash and the stream
      key into it.
    </li>
    <li>
      Video H.264, <b>CBR</b>
      {rateNow(faults)}, keyframes (GOP) every <b>2 s</b>.{keyframesNow(faults)} Sound AAC, 48 kHz.
    </li>
    <li>Start. The picture appears a few seconds later.</li>
  </ol>
)

const Ffmpeg = ({ stream, address }: HowProps) => {
  const { isCopied, copy } = useCopy()
  const hidden = wholeAddress(address, { ...stream, streamKey: 'KEY', srtPassphrase: 'PASSPHRASE' })
  const command = () => ffmpegCommand(wholeAddress(address, stream), address.protocol)
  return (
    <div className="flex flex-col gap-2">
      <CodeBlock label="Send a file" text={ffmpegCommand(hidden, address.protocol)} isWhole />
      {!isDots(stream.streamKey) && (
        <div>
          <Button size="sm" onClick={() => void copy(command())}>
            {isCopied ? 'Copied with the key' : 'Copy with the key'}
          </Button>
        </div>
      )}
    </div>
  )
}

const useFaults = (streamId: string, isRunning: boolean): Faults => {
  const { liveStreamHealth } = useFlags()
  const health = useHealth(streamId, undefined, liveStreamHealth && isRunning)
  return { advice: health.data?.advice ?? [], last: health.data?.data.at(-1) }
}

/** The encoder that is sending now, so that its steps are at hand. */
const useSending = (streamId: string, isRunning: boolean): Encoder | undefined => {
  const { liveStreamHealth } = useFlags()
  const metadata = useMetadata(streamId, liveStreamHealth && isRunning)
  const said = metadata.data?.data.find(({ name }) => name === 'encoder')?.value
  return said === undefined ? undefined : knownEncoderOf(String(said))?.steps
}

/** Step by step, for what people send with. */
export const HowToConnect = ({ stream, address }: HowProps) => {
  const [chosen, setChosen] = useState<Encoder>()
  const isRunning = stream.activeAssetId !== undefined
  const sending = useSending(stream.id, isRunning)
  const encoder = chosen ?? sending ?? 'obs'
  const faults = useFaults(stream.id, isRunning)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">How to connect</h3>
        <SegmentedControl label="Encoder" value={encoder} onChange={setChosen} options={encoders} />
      </div>
      {encoder === 'obs' && <ObsSteps faults={faults} />}
      {encoder === 'hardware' && <HardwareSteps faults={faults} />}
      {encoder === 'ffmpeg' && <Ffmpeg stream={stream} address={address} />}
      {encoder === 'phone' &&
        (isDots(stream.streamKey) ? (
          <p className="text-sm text-ink-2">The key of this stream is hidden from you.</p>
        ) : (
          <PhoneCode target={wholeAddress(address, stream)} title={titleOf(stream)} />
        ))}
    </div>
  )
}
