import type { App } from '@playhead/server-kit/app.ts'
import { recordChange } from '@playhead/server-kit/audit/changes.ts'
import { listAdminAddresses } from '@playhead/server-kit/identity/members.sql.ts'
import { switchOff } from './claim.sql.ts'
import { channelsUrl } from './notice.ts'
import { switchedOffMail } from './switched-off-mail.ts'

const services = {
  email: 'the address',
  slack: 'Slack at',
  pagerduty: 'PagerDuty with the key',
  webhook: 'the webhook at',
} as const

/** After twenty failures in a row, over some time, an admin has to look, and switches it on again. */
export const switchOffChannel = async (app: App, channelId: string, error: string) => {
  const row = await app.postgres.transaction(async (postgres) => {
    const off = await switchOff(postgres, channelId, app.clock.now())
    if (!off) return undefined
    await recordChange(
      { organizationId: off.organization_id, postgres },
      { kind: 'system' },
      {
        action: 'notification_channel.switched_off',
        subjectId: off.id,
        subjectName: off.value_hint,
        environmentId: off.environment_id,
        detail: { service: off.service, error },
      },
    )
    return off
  })
  if (!row) return
  const { organization_id: organizationId, environment_id: environmentId } = row
  const mail = {
    environment: row.environment_name,
    channel: `${services[row.service]} ${row.value_hint}`,
    error,
    url: channelsUrl(app.settings.publicUrl, { organizationId, environmentId }),
  }
  for (const to of await listAdminAddresses({ id: organizationId, postgres: app.postgres }))
    await app.mailer
      .send(switchedOffMail(to, mail))
      .catch((failure: unknown) =>
        app.log.error('a mail about a notification channel could not be sent', { error: failure }),
      )
}
