import type { z } from 'zod/mini'
import type { App } from '@playhead/server-kit/app.ts'
import type { SimulcastTarget } from '../../contract.ts'
import { openedSecret } from '../stream-key.ts'
import type { TargetRow } from './target-row.ts'

/** Null is left out of the response. */
const set = <T>(value: T | null): T | undefined => (value === null ? undefined : value)

/** Without the key: events are stored and forwarded. A query of the address may hold one too. */
export const presentTargetOfEvent = (row: TargetRow): z.input<typeof SimulcastTarget> => ({
  id: row.id,
  status: row.status,
  url: row.url.replace(/\?.*$/s, ''),
  passthrough: set(row.passthrough),
  error_severity: set(row.error_severity),
  error_message: set(row.last_error),
})

export const presentTarget = (
  app: Pick<App, 'vault'>,
  row: TargetRow,
): z.input<typeof SimulcastTarget> => ({
  ...presentTargetOfEvent(row),
  url: row.url,
  stream_key: row.key_sealed === null ? undefined : openedSecret(app, row.key_sealed),
})
