import type { App } from '@playhead/server-kit/app.ts'
import type { Upload } from '../contract.ts'
import type { UploadRow } from './uploads.sql.ts'

type Sealed = Pick<App, 'settings' | 'vault'>

const addressOf = ({ settings, vault }: Sealed, { secret_sealed: sealed }: UploadRow) => {
  try {
    return `${settings.publicUrl}/uploads/${vault.open(sealed)}`
  } catch {
    // Sealed by another server, so the address does not exist here.
    return undefined
  }
}

/** Without the address: it grants the upload, and events are stored and forwarded. */
export const presentUploadOfEvent = (row: UploadRow): Upload => ({
  id: row.id,
  status: row.status,
  cors_origin: row.cors_origin,
  timeout: row.timeout_seconds,
  new_asset_settings: row.new_asset_settings,
  ...(row.asset_id && { asset_id: row.asset_id }),
  ...(row.error_type && {
    error: { type: row.error_type, message: row.error_message ?? '' },
  }),
  ...(row.is_test && { test: true }),
})

export const presentUpload = (app: Sealed, row: UploadRow): Upload => {
  const url = row.status === 'waiting' ? addressOf(app, row) : undefined
  return { ...presentUploadOfEvent(row), ...(url && { url }) }
}
