import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

export const notificationRuleLimits = {
  perEnvironmentMax: 200,
  /** As many values as an incident of a rule has: five filters, and two dimensions to group by. */
  pairsMax: 7,
  nameMax: 100,
  valueMax: 1_000,
} as const

/** `reject` is muted, `allow` is not. ALRT-040 */
export const notificationRuleActions = ['reject', 'allow'] as const
export const notificationRuleStatuses = ['active'] as const

const NewPair = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(notificationRuleLimits.nameMax)),
  value: z.string().check(z.maxLength(notificationRuleLimits.valueMax)),
})

/** ALRT-040 */
export const IncidentNotificationRule = z.object({
  id: z.uuid(),
  /** Dimensions and their values, as in the breakdowns of incidents. An incident is meant when it has all of them. */
  rules: z.array(z.object({ name: z.string(), value: z.string() })),
  status: z.enum(notificationRuleStatuses),
  action: z.enum(notificationRuleActions),
  created_by: z.nullable(z.string()),
  created_at: z.iso.datetime(),
})

const params = z.object({ id: ref('incident_notification_rule') })
const read = scoped('data:read')
/** Members may mute, as they may snooze. */
const write = scoped('data:write')

/** ALRT-041, ALRT-042, ALRT-043 */
export const incidentNotificationRules = endpoints({
  listRules: get('/ui/v1/incident-notification-rules', {
    access: read,
    summary: 'The rules that mute incidents of certain values, newest first',
    query: z.object(Page),
    returns: pageOf(IncidentNotificationRule),
  }),
  createRule: post('/ui/v1/incident-notification-rules', {
    access: write,
    summary: 'Mute or unmute incidents of some values; a rule of the same values is changed',
    body: z.object({
      incident_notification_rule: z.object({
        rules: z.array(NewPair).check(z.minLength(1), z.maxLength(notificationRuleLimits.pairsMax)),
        action: z._default(z.enum(notificationRuleActions), 'reject'),
      }),
    }),
    returns: dataOf(IncidentNotificationRule),
    status: 201,
  }),
  retrieveRule: get('/ui/v1/incident-notification-rules/:id', {
    access: read,
    summary: 'One notification rule',
    params,
    returns: dataOf(IncidentNotificationRule),
  }),
  mute: post('/ui/v1/incident-notification-rules/:id/mute', {
    access: write,
    summary: 'Mute the incidents that a rule matches',
    params,
    returns: dataOf(IncidentNotificationRule),
  }),
  unmute: post('/ui/v1/incident-notification-rules/:id/unmute', {
    access: write,
    summary: 'Unmute incidents; those still open are sent now',
    params,
    returns: dataOf(IncidentNotificationRule),
  }),
  removeRule: del('/ui/v1/incident-notification-rules/:id', {
    access: write,
    summary: 'Delete a notification rule; held notifications of open incidents are sent',
    params,
    returns: nothing,
  }),
})
