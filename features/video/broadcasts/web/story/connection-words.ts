import { knownEncoderOf } from '../health/known-encoder.ts'
import type { Connection } from './use-connections.ts'

/** An event is written in the transaction of its connection. */
const sameMomentMs = 1000

const protocolWords: Record<string, string> = { rtmp: 'RTMP', rtmps: 'RTMPS', srt: 'SRT' }
export const protocolOf = (value: unknown) => protocolWords[String(value)] ?? String(value)

interface Moment {
  at: number
  assetId: unknown
}

const nearest = (
  connections: readonly Connection[],
  { at, assetId }: Moment,
  timeOf: (connection: Connection) => string | null,
) => {
  const near = connections.flatMap((connection) => {
    const time = timeOf(connection)
    const distance = time === null ? Infinity : Math.abs(Date.parse(time) - at)
    return connection.assetId === assetId && distance <= sameMomentMs
      ? [{ connection, distance }]
      : []
  })
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.connection
}

export const begunThen = (connections: readonly Connection[], moment: Moment) =>
  nearest(connections, moment, ({ connectedAt }) => connectedAt)

export const leftThen = (connections: readonly Connection[], moment: Moment) =>
  nearest(connections, moment, ({ leftAt }) => leftAt)

/** `OBS 31.0`; many programs call themselves FMLE when they connect. */
export const encoderOf = (connection: Connection | undefined) => {
  const said = connection?.encoder ?? ''
  return knownEncoderOf(said)?.title ?? (said === '' || /^FMLE/i.test(said) ? 'Encoder' : said)
}

/** `RTMP from 198.51.100.0/24` */
export const originOf = (connection: Connection | undefined, protocol: unknown) => {
  if (connection?.network) return `${protocolOf(connection.protocol)} from ${connection.network}`
  return protocol === undefined ? '' : `By ${protocolOf(protocol)}`
}
