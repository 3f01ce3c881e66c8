import type { App } from '@playhead/server-kit/app.ts'
import type { ChannelRow } from '../notification-channels.sql.ts'
import { updateLastOutcome } from './claim.sql.ts'
import { channelsUrl, type Notice } from './notice.ts'
import { sendNotices } from './send-notices.ts'

interface Place {
  id: string
  organizationId: string
  name: string
}

const testNotice = (
  app: App,
  channel: ChannelRow,
  { id, organizationId, name }: Place,
): Notice => ({
  id: `test-${channel.id}`,
  kind: 'test',
  incident: {
    id: `test-${channel.id}`,
    incident_key: 'test',
    type: 'threshold',
    status: 'open',
    severity: 'warning',
    measurement: 'test',
    measured_value: 0,
    measured_value_on_close: null,
    threshold: 0,
    sample_size: 0,
    sample_size_unit: 'viewers',
    ccv_on_start: null,
    affected_views: 0,
    affected_views_per_hour: 0,
    description: 'This channel works',
    group_key: '',
    rule: null,
    error_description: '',
    impact: 'An admin of Playhead has sent this test. Nothing is wrong.',
    breakdowns: [],
    causes: [],
    started_at: app.clock.now(),
    resolved_at: null,
    expired_by: null,
  },
  environment: { id, name },
  url: channelsUrl(app.settings.publicUrl, { organizationId, environmentId: id }),
})

/** Works for a channel that is off, too: to see whether it can be switched on again. */
export const sendTest = async (app: App, channel: ChannelRow, environment: Place) => {
  const outcome = await sendNotices(app, channel, [testNotice(app, channel, environment)])
  await updateLastOutcome(
    { id: environment.id, postgres: app.postgres },
    {
      channelId: channel.id,
      sentAt: outcome.isDelivered ? app.clock.now() : null,
      error: outcome.error ?? null,
    },
  )
  return outcome
}
