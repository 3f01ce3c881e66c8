import { formatDurationParts, formatNumber } from '@playhead/domain/format.ts'
import type { MetadataName } from '../../contract.ts'
import { timeText } from '../time-text.ts'
import { knownEncoderOf } from './known-encoder.ts'
import type { Metadata } from './use-health.ts'

export interface Fact {
  term: string
  detail: string
}

type Read = (name: MetadataName) => string | number | undefined

const protocolWords: Record<string, string> = { rtmp: 'RTMP', rtmps: 'RTMPS', srt: 'SRT' }

const listed = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(', ')

const codecOf = (codec: string | number | undefined, profile: string | number | undefined) =>
  codec === undefined ? undefined : [codec, profile].filter(Boolean).join(' ')

const sizeOf = (read: Read) => {
  const [width, height, rate] = [read('width'), read('height'), read('frame_rate')]
  if (width === undefined || height === undefined) return undefined
  const frames = typeof rate === 'number' ? `${formatNumber(rate, rate % 1 ? 2 : 0)} fps` : ''
  return [`${width} × ${height}`, frames].filter(Boolean).join(', ')
}

const soundOf = (read: Read) => {
  const [rate, channels] = [read('sample_rate'), read('channels')]
  const sound = channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`
  return listed(
    codecOf(read('audio_codec'), undefined),
    typeof rate === 'number' &&
      [`${formatNumber(rate / 1000, rate % 1000 ? 1 : 0)} kHz`, channels !== undefined && sound]
        .filter(Boolean)
        .join(' '),
  )
}

const encoderOf = (said: string | undefined) =>
  said === undefined ? undefined : (knownEncoderOf(said)?.title ?? said)

const reconnectsOf = (read: Read) => {
  const [count, away] = [read('reconnects'), read('away_seconds')]
  if (count === undefined) return undefined
  return listed(
    String(count),
    typeof away === 'number' && away > 0 && `away ${formatDurationParts(away * 1000)} in all`,
  )
}

/** The lines of the connection, each only if it is known. LIVE-022 */
export const connectionFacts = (metadata: Metadata, now: number): Fact[] => {
  const values = new Map(metadata.map(({ name, value }) => [name, value]))
  const read: Read = (name) => values.get(name)
  const since = read('connected_at')
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Protocol', protocolWords[String(read('protocol'))] ?? read('protocol')?.toString()],
    ['Encoder', encoderOf(read('encoder')?.toString())],
    ['Picture', listed(codecOf(read('video_codec'), read('video_profile')), sizeOf(read))],
    ['Sound', soundOf(read)],
    [
      'Connected since',
      since === undefined
        ? undefined
        : `${timeText(since)} · ${formatDurationParts(Math.max(0, now - Date.parse(String(since))))}`,
    ],
    ['Reconnects', reconnectsOf(read)],
  ]
  return lines.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []))
}
