import type { z } from 'zod/mini'
import type { App } from '@playhead/server-kit/app.ts'
import type { ExportStatus, StreamingExport } from '../contract.ts'
import { type ExportSettings, openSettings } from './export-settings.ts'
import type { ExportRow } from './streaming-exports.sql.ts'

const delayedAfterMs = 3_600_000

const statusOf = ({ status, sent_until: sentUntil }: ExportRow, now: Date): ExportStatus =>
  status === 'running' && now.getTime() - sentUntil.getTime() > delayedAfterMs ? 'delayed' : status

const httpOf = (settings: ExportSettings | undefined) =>
  settings?.destination === 'http' ? { address: settings.address } : null

const s3Of = (settings: ExportSettings | undefined) => {
  if (settings?.destination !== 's3') return null
  const { endpoint, region, bucket, prefix, access_key_id } = settings
  return { endpoint, region, bucket, prefix, access_key_id }
}

export const otherServerError =
  'The settings of this export were encrypted by another server. Enter them again.'

export const presentStreamingExport = (
  app: App,
  row: ExportRow,
): z.input<typeof StreamingExport> => {
  const settings = openSettings(app, row.settings_sealed)
  return {
    id: row.id,
    kind: row.kind,
    destination: row.destination,
    http: httpOf(settings),
    s3: s3Of(settings),
    status: statusOf(row, app.clock.now()),
    enabled: row.status === 'running',
    rows_sent: row.rows_sent,
    sent_until: row.sent_until.toISOString(),
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    refused_since: row.refused_since?.toISOString() ?? null,
    last_error: settings ? row.last_error : otherServerError,
    created_at: row.created_at.toISOString(),
  }
}
