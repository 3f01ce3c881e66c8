import { formatDate, formatNumber } from '@playhead/domain/format.ts'
import type { ExportStatus } from '../contract.ts'
import type { ExportEntry } from './use-streaming-exports.ts'

type Tone = 'neutral' | 'good' | 'warn' | 'bad'

export const statusTexts: Record<ExportStatus, { label: string; tone: Tone }> = {
  running: { label: 'Running', tone: 'good' },
  delayed: { label: 'Delayed', tone: 'warn' },
  paused: { label: 'Paused', tone: 'neutral' },
  stopped: { label: 'Stopped', tone: 'bad' },
}

export const typeText = 'Views'

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
