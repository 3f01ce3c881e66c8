import type { z } from 'zod/mini'
import type { App } from '@playhead/server-kit/app.ts'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'
import { grants } from '@playhead/domain/scopes.ts'
import type { NotificationChannel, NotificationMethod } from '../contract.ts'
import { openSettings, otherServerError } from './channel-settings.ts'
import type { ChannelRow } from './notification-channels.sql.ts'

type Viewer = Pick<EnvironmentContext, 'caller'> & { app: App }

/** Those who may write a value may read it. */
const seesValues = ({ caller }: Viewer) =>
  caller.kind === 'token' ? grants(caller.token.permissions, 'data:write') : caller.isAdmin

export const presentChannel = (
  viewer: Viewer,
  row: ChannelRow,
): z.input<typeof NotificationChannel> => {
  const settings = openSettings(viewer.app, row.value_sealed)
  return {
    id: row.id,
    service: row.service,
    value: seesValues(viewer) ? (settings?.value ?? null) : null,
    value_hint: row.value_hint,
    alert_types: row.alert_types,
    enabled: row.is_enabled,
    stays_in_outbox: row.service === 'email' && viewer.app.settings.smtpUrl === undefined,
    switched_off_at: row.switched_off_at?.toISOString() ?? null,
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    last_error: settings ? row.last_error : otherServerError,
    created_at: row.created_at.toISOString(),
  }
}

/** ACCT-084 */
export const presentMethod = (
  viewer: Viewer,
  row: ChannelRow,
): z.input<typeof NotificationMethod> => {
  const { id, service, value, value_hint, alert_types } = presentChannel(viewer, row)
  return { id, settings: { service, value, value_hint, alert_types } }
}
