import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { ChannelRow } from './notification-channels.sql.ts'

type Caller = EnvironmentContext & { request: RequestFacts }

export const detailOfChannel = (row: ChannelRow | undefined) =>
  row === undefined
    ? null
    : {
        service: row.service,
        value_hint: row.value_hint,
        alert_types: row.alert_types,
        enabled: row.is_enabled,
      }

/** The value itself is a secret, so the trail has its hint. */
export const recordChannelChange = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'secret_rotated' | 'deleted',
  { before, after }: { before?: ChannelRow; after?: ChannelRow },
) => {
  const row = (after ?? before)!
  return recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `notification_channel.${happened}`,
    subjectId: row.id,
    subjectName: row.value_hint,
    environmentId: id,
    detail: { before: detailOfChannel(before), after: detailOfChannel(after) },
  })
}
