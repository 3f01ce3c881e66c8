import type { Database } from '@playhead/postgres/client.ts'
import { recordChange } from '@playhead/server-kit/audit/changes.ts'
import { hintOfReceiver } from '@playhead/server-kit/messages/hint-of-receiver.ts'
import { switchOffChannels } from '../notification-channels.sql.ts'

/** Switches off the channels of mail to an address, of all environments; values are sealed, so their hints are compared. */
export const switchOffMailTo = (postgres: Database, address: string, reason: string) =>
  postgres.transaction(async (transaction) => {
    const hint = hintOfReceiver({ service: 'email', value: address })
    for (const row of await switchOffChannels(transaction, { service: 'email', valueHint: hint }))
      await recordChange(
        { organizationId: row.organization_id, postgres: transaction },
        { kind: 'system' },
        {
          action: 'notification_channel.switched_off',
          subjectId: row.id,
          subjectName: hint,
          environmentId: row.environment_id,
          detail: { service: 'email', error: reason },
        },
      )
  })
