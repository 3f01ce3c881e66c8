import { formatDurationParts } from '@playhead/domain/format.ts'
import type { events } from '@playhead/features/activity/events/contract'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import type { broadcasts } from '../../contract.ts'

type Happened = CallResponse<typeof events.list>['data'][number]
export type Refusal = CallResponse<typeof broadcasts.refusals>['data'][number]

export type StoryKind = 'refused' | 'connected' | 'lost' | 'active' | 'ended' | 'warning'

export interface StoryLine {
  id: string
  at: string
  kind: StoryKind
  title: string
  text: string
}

const prefix = 'video.live_stream.'

const protocolWords: Record<string, string> = { rtmp: 'RTMP', rtmps: 'RTMPS', srt: 'SRT' }
const protocolOf = (value: unknown) => protocolWords[String(value)] ?? String(value)

const lostText = (windowSeconds: unknown) =>
  typeof windowSeconds === 'number' && windowSeconds > 0
    ? `The reconnect window is ${formatDurationParts(windowSeconds * 1000)}`
    : 'There is no reconnect window'

const warningOf = (data: Record<string, unknown>) => {
  const { warning } = data
  const message =
    typeof warning === 'object' && warning !== null && 'message' in warning ? warning.message : ''
  return typeof message === 'string' ? message : ''
}

type Telling = Pick<StoryLine, 'kind' | 'title' | 'text'>

/** `38 s`; nothing while the encoder is still away, or if it never came back. */
const awayOf = (lost: Happened, all: readonly Happened[]) => {
  const at = Date.parse(lost.createdAt)
  const assetId = lost.data['active_asset_id']
  const returns = all
    .filter(
      ({ type, data }) => type === `${prefix}connected` && data['active_asset_id'] === assetId,
    )
    .map(({ createdAt }) => Date.parse(createdAt))
    .filter((time) => time > at)
  return returns.length > 0 && assetId !== undefined
    ? formatDurationParts(Math.max(1000, Math.min(...returns) - at))
    : undefined
}

/** Only what people follow during a broadcast: each segment of the story once. */
const tellings: Record<string, (data: Record<string, unknown>) => Telling> = {
  connected: ({ active_ingest_protocol: protocol }) => ({
    kind: 'connected',
    title: 'Encoder connected',
    text: protocol === undefined ? '' : `By ${protocolOf(protocol)}`,
  }),
  active: () => ({ kind: 'active', title: 'Active', text: 'Viewers can watch' }),
  disconnected: ({ reconnect_window: windowSeconds }) => ({
    kind: 'lost',
    title: 'Connection lost',
    text: lostText(windowSeconds),
  }),
  idle: () => ({ kind: 'ended', title: 'Broadcast ended', text: '' }),
  disabled: () => ({ kind: 'ended', title: 'Disabled', text: 'Encoders are refused' }),
  enabled: () => ({ kind: 'active', title: 'Enabled', text: 'Encoders may connect' }),
  warning: (data) => ({ kind: 'warning', title: 'Warning', text: warningOf(data) }),
}

/** The events that are told; those of six simulcast targets alone fill a list of the newest ten. */
export const toldTypes = Object.keys(tellings).map((word) => `${prefix}${word}`)

const lineOfEvent = (event: Happened, _: number, all: readonly Happened[]): StoryLine[] => {
  const { id, type, createdAt, data } = event
  const tell = type.startsWith(prefix) ? tellings[type.slice(prefix.length)] : undefined
  if (!tell) return []
  const line = { id, at: createdAt, ...tell(data) }
  const away = line.kind === 'lost' ? awayOf(event, all) : undefined
  return [away === undefined ? line : { ...line, title: `Connection lost for ${away}` }]
}

const lineOfRefusal = ({ id, createdAt, message, protocol, network }: Refusal): StoryLine => ({
  id,
  at: createdAt,
  kind: 'refused',
  title: 'An encoder was sent away',
  text: `“${message}” ${protocolOf(protocol)} from ${network}`,
})

const linesMax = 8

/** Of the broadcast that is recorded to the asset; all, as long as none of its events has come. */
const ofBroadcast = (
  happened: readonly Happened[],
  refusals: readonly Refusal[],
  assetId: string | undefined,
) => {
  const ours = happened.filter(({ data }) => data['active_asset_id'] === assetId)
  const since = assetId === undefined ? undefined : ours.at(-1)?.createdAt
  if (since === undefined) return { happened, refusals }
  return { happened: ours, refusals: refusals.filter(({ createdAt }) => createdAt >= since) }
}

/** What happened, newest first, with the words that refused encoders were given. */
export const storyOf = (
  events: readonly Happened[],
  refused: readonly Refusal[],
  assetId: string | undefined,
): StoryLine[] => {
  const { happened, refusals } = ofBroadcast(events, refused, assetId)
  return [...happened.flatMap(lineOfEvent), ...refusals.map(lineOfRefusal)]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, linesMax)
}
