import { formatDate, formatNumber } from '@playhead/domain/format.ts'
import { type ExportKind, exportFlags, exportKinds, type ExportStatus } from '../contract.ts'
import type { ExportEntry } from './use-streaming-exports.ts'

type Tone = 'neutral' | 'good' | 'warn' | 'bad'

export const statusTexts: Record<ExportStatus, { label: string; tone: Tone }> = {
  running: { label: 'Running', tone: 'good' },
  delayed: { label: 'Delayed', tone: 'warn' },
  paused: { label: 'Paused', tone: 'neutral' },
  stopped: { label: 'Stopped', tone: 'bad' },
}

/** What an export of each kind sends, in the words of a list and of a sentence. */
export const kindTexts: Record<ExportKind, { label: string; every: string; since: string }> = {
  viewstream: {
    label: 'Views',
    every: 'every finished view',
    since: 'Every view that finished since this time is sent again',
  },
  livehealthstream: {
    label: 'Live stream health',
    every: 'what encoders of live streams send, every five seconds,',
    since: 'All input health measured since this time is sent again',
  },
}

type ExportFlags = Readonly<Record<(typeof exportFlags)[ExportKind], boolean>>

/** SHELL-039: the kinds that the plan includes. */
export const includedKinds = (flags: ExportFlags): ExportKind[] =>
  exportKinds.filter((kind) => flags[exportFlags[kind]])

/** The kinds in one sentence: `every finished view`, or both. */
export const everyText = (kinds: readonly ExportKind[]): string =>
  kinds.map((kind) => kindTexts[kind].every).join(' and ')

/** Where an export sends to, as people know it. */
export const destinationText = ({ http, s3 }: Pick<ExportEntry, 'http' | 's3'>): string => {
  if (http) return http.address
  return s3 ? `s3://${[s3.bucket, s3.prefix].filter(Boolean).join('/')}` : 'Settings are lost'
}

export const destinationKindText = ({ destination }: Pick<ExportEntry, 'destination'>) =>
  destination === 'http' ? 'HTTP' : 'S3'

export const rowsText = (rows: number) =>
  rows === 1 ? '1 row sent' : `${formatNumber(rows)} rows sent`

type Progress = Pick<ExportEntry, 'status' | 'sentUntil' | 'lastError' | 'refusedSince'>

/** How far an export has come, and what holds it up. */
export const progressText = (entry: Progress, now = new Date()): string => {
  const reached = formatDate(entry.sentUntil, { now })
  const reason = entry.lastError?.replace(/\.$/, '')
  if (entry.status === 'stopped') return `Stopped at ${reached}: ${reason ?? 'a day of refusals'}`
  if (entry.refusedSince && reason)
    return `Refused since ${formatDate(entry.refusedSince, { now })}: ${reason}`
  if (reason) return reason
  if (entry.status === 'paused') return `Sent everything up to ${reached}`
  return entry.status === 'delayed' ? `Catching up from ${reached}` : `Up to date, ${reached}`
}
