import { formatDurationParts } from '@playhead/domain/format.ts'
import type { events } from '@playhead/features/activity/events/contract'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import type { broadcasts } from '../../contract.ts'
import { begunThen, encoderOf, leftThen, originOf, protocolOf } from './connection-words.ts'
import type { Connection } from './use-connections.ts'

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

const hasWindow = (seconds: unknown): seconds is number =>
  typeof seconds === 'number' && seconds > 0

const lostText = (windowSeconds: unknown, hadSlate: boolean) => {
  if (!hasWindow(windowSeconds)) return 'There is no reconnect window'
  const window = `he reconnect window is ${formatDurationParts(windowSeconds * 1000)}`
  return hadSlate ? `Viewers saw the slate; t${window}` : `T${window}`
}

const warningOf = (data: Record<string, unknown>) => {
  const { warning } = data
  const message =
    typeof warning === 'object' && warning !== null && 'message' in warning ? warning.message : ''
  return typeof message === 'string' ? message : ''
}

type Telling = Pick<StoryLine, 'kind' | 'title' | 'text'>

interface Context {
  event: Happened
  all: readonly Happened[]
  connections: readonly Connection[]
}

const isOfOneBroadcast = ({ data }: Happened, other: Happened) =>
  data['active_asset_id'] !== undefined && data['active_asset_id'] === other.data['active_asset_id']

const momentOf = ({ createdAt, data }: Happened) => ({
  at: Date.parse(createdAt),
  assetId: data['active_asset_id'],
})

/** The times of these events in the same broadcast. */
const timesOf = (word: string, { event, all }: Context) =>
  all
    .filter((other) => other.type === `${prefix}${word}` && isOfOneBroadcast(other, event))
    .map(({ createdAt }) => Date.parse(createdAt))

/** `38 s`; nothing while the encoder is still away, or if it never came back. */
const awayOf = (context: Context) => {
  const { at } = momentOf(context.event)
  const returns = timesOf('connected', context).filter((time) => time > at)
  return returns.length > 0
    ? formatDurationParts(Math.max(1000, Math.min(...returns) - at))
    : undefined
}

const connectedOf = (context: Context): Telling => {
  const { event, connections } = context
  const moment = momentOf(event)
  const connection = begunThen(connections, moment)
  const isReturn = timesOf('disconnected', context).some((time) => time < moment.at)
  return {
    kind: 'connected',
    title: `${encoderOf(connection)} ${isReturn ? 'is back' : 'connected'}`,
    text: originOf(connection, event.data['active_ingest_protocol']),
  }
}

/** An end of the whole broadcast follows in the same transaction. */
const endMs = 1000

const endsBroadcast = (context: Context) => {
  const { at } = momentOf(context.event)
  return timesOf('idle', context).some((time) => time >= at && time - at <= endMs)
}

/** Nothing where the broadcast ended the connection: its end is a line. */
const lostOf = (context: Context): Telling | undefined => {
  const { event, connections } = context
  const connection = leftThen(connections, momentOf(event))
  const windowSeconds = event.data['reconnect_window']
  const wasLost = connection?.wasLost ?? !(hasWindow(windowSeconds) && endsBroadcast(context))
  if (!wasLost) return undefined
  const away = awayOf(context)
  return {
    kind: 'lost',
    title: away === undefined ? 'Connection lost' : `Connection lost for ${away}`,
    text: lostText(windowSeconds, connection?.showedSlate === true),
  }
}

const endedOf = (context: Context): Telling => {
  const { at } = momentOf(context.event)
  const lostAt = Math.max(...timesOf('disconnected', context).filter((time) => time <= at - endMs))
  const isGone = lostAt > Math.max(...timesOf('connected', context))
  return {
    kind: 'ended',
    title: 'Broadcast ended',
    text: isGone ? 'The encoder had not come back' : '',
  }
}

/** Only what people follow during a broadcast: each segment of the story once. */
const tellings: Record<string, (context: Context) => Telling | undefined> = {
  connected: connectedOf,
  active: () => ({ kind: 'active', title: 'Active', text: 'Viewers can watch' }),
  disconnected: lostOf,
  idle: endedOf,
  disabled: () => ({ kind: 'ended', title: 'Disabled', text: 'Encoders are refused' }),
  enabled: () => ({ kind: 'active', title: 'Enabled', text: 'Encoders may connect' }),
  warning: ({ event }) => ({ kind: 'warning', title: 'Warning', text: warningOf(event.data) }),
}

/** The events that are told; those of six simulcast targets alone fill a list of the newest ten. */
export const toldTypes = Object.keys(tellings).map((word) => `${prefix}${word}`)

const lineOfEvent = (context: Context): StoryLine[] => {
  const { id, type, createdAt } = context.event
  const tell = type.startsWith(prefix) ? tellings[type.slice(prefix.length)] : undefined
  const telling = tell?.(context)
  return telling ? [{ id, at: createdAt, ...telling }] : []
}

const lineOfRefusal = ({ id, createdAt, message, protocol, network }: Refusal): StoryLine => ({
  id,
  at: createdAt,
  kind: 'refused',
  title: 'An encoder was refused',
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

interface Told {
  events: readonly Happened[]
  refused: readonly Refusal[]
  connections: readonly Connection[]
}

/** What happened, newest first, with the words that refused encoders were given. */
export const storyOf = (
  { events, refused, connections }: Told,
  assetId: string | undefined,
): StoryLine[] => {
  const { happened, refusals } = ofBroadcast(events, refused, assetId)
  const told = happened.flatMap((event) => lineOfEvent({ event, all: happened, connections }))
  return [...told, ...refusals.map(lineOfRefusal)]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, linesMax)
}
