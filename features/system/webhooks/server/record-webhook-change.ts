import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { WebhookRow } from './webhooks.sql.ts'

type Caller = EnvironmentContext & { request: RequestFacts }

export const recordWebhookChange = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'deleted',
  row: WebhookRow,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `webhook.${happened}`,
    subjectId: row.id,
    subjectName: row.address,
    environmentId: id,
    detail: { enabled: row.is_enabled },
  })
