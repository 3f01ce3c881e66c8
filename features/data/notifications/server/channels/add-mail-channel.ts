import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { hintOfReceiver } from '@playhead/server-kit/messages/hint-of-receiver.ts'
import { type Environment, type Organization, within } from '@playhead/server-kit/tenant.ts'
import { alertTypes } from '../../contract.ts'
import { sealSettings } from '../channel-settings.ts'
import { insertChannel, updateChannel } from '../notification-channels.sql.ts'
import { detailOfChannel } from '../record-channel-change.ts'

interface Given {
  address: string
  isEnabled: boolean
}

/** Within a transaction of the environment; the address is checked. */
export const addMailChannel = async (
  app: App,
  organization: Organization,
  environment: Environment,
  actor: Actor,
  { address, isEnabled }: Given,
) => {
  const given = {
    service: 'email' as const,
    valueSealed: sealSettings(app, { value: address }),
    valueHint: hintOfReceiver({ service: 'email', value: address }),
    alertTypes,
  }
  const added = await insertChannel(environment, given)
  const row = isEnabled
    ? added
    : await updateChannel(environment, added.id, { ...given, isEnabled, isForgiven: false })
  await recordChange(trailOf(within(organization, environment.postgres)), actor, {
    action: 'notification_channel.created',
    subjectId: row.id,
    subjectName: row.value_hint,
    environmentId: environment.id,
    detail: { before: null, after: detailOfChannel(row) },
  })
  return row.id
}
