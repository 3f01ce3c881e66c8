import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { secret } from '@playhead/contract-kit/secret.ts'

export const notificationLimits = {
  perEnvironmentMax: 50,
  valueMax: 2048,
  /** Failed attempts in a row after which a channel is switched off. */
  failuresMax: 20,
  /** How long it must have failed by then: a burst of incidents fails twenty times within seconds. */
  failingMinutesMin: 15,
  /** Single mails to one address in an hour; later ones are sent together. */
  mailsPerHourMax: 5,
} as const

/** `slack` is every receiver of its form, such as Mattermost, Rocket.Chat and Discord. ALRT-029 */
export const notificationServices = ['email', 'slack', 'pagerduty', 'webhook'] as const
export type NotificationService = (typeof notificationServices)[number]

export const alertTypes = ['anomaly', 'threshold'] as const
export type AlertType = (typeof alertTypes)[number]

/** Of an incident. `number` counts those that can be sent more than once. */
export const notificationKinds = ['opened', 'changed', 'acknowledged', 'reminder', 'ended'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationTexts = {
  value: 'A value is required',
  alertTypes: 'Choose at least one alert type',
} as const

const value = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, notificationTexts.value),
    z.maxLength(notificationLimits.valueMax),
  )
const types = z.array(z.enum(alertTypes)).check(z.minLength(1, notificationTexts.alertTypes))

const shown = {
  service: z.enum(notificationServices),
  /** The address or key; null for members, who see the hint. */
  value: z.nullable(secret(z.string())),
  value_hint: z.string(),
  alert_types: z.array(z.enum(alertTypes)),
}

const fields = {
  id: z.uuid(),
  ...shown,
  enabled: z.boolean(),
  /** True for mail while the server has no mail server: staff read it in the outbox, and nobody else. */
  stays_in_outbox: z.boolean(),
  /** Set while it is off because it failed twenty times in a row, for 15 minutes or longer. */
  switched_off_at: z.nullable(z.iso.datetime()),
  /** When the receiver last accepted a message. */
  last_sent_at: z.nullable(z.iso.datetime()),
  /** Why the last attempt failed; null after a success. */
  last_error: z.nullable(z.string()),
  created_at: z.iso.datetime(),
}

export const NotificationChannel = z.object(fields)

/** The key that signs the messages of a webhook, in the response to the request that made it; otherwise null. */
const ChannelWithSecret = z.object({ ...fields, signing_secret: z.nullable(secret(z.string())) })

const given = {
  service: z.enum(notificationServices),
  value: secret(value),
  alert_types: types,
}
/** By default all types that the plan has. ALRT-030 */
const NewChannel = z.object({ ...given, alert_types: z.optional(types) })

const changes = {
  service: z.optional(given.service),
  value: z.optional(secret(value)),
  alert_types: z.optional(types),
}
const ChannelChanges = z.object({
  ...changes,
  /** Switching it on again forgets earlier failures. */
  enabled: z.optional(z.boolean()),
})

/** The older form of the same rows. ACCT-084 */
export const NotificationMethod = z.object({ id: z.uuid(), settings: z.object(shown) })

export const NotificationTest = z.object({
  delivered: z.boolean(),
  /** Null where no HTTP response came, as for mail. */
  status_code: z.nullable(z.int()),
  /** What the receiver said. */
  answer: z.nullable(z.string()),
  error: z.nullable(z.string()),
  duration_ms: z.int(),
})

const params = z.object({ id: ref('notification_channel') })
const read = scoped('data:read')
const write = scoped('data:write', { admin: true })

/** ALRT-029, ALRT-034 */
export const notificationChannels = endpoints({
  list: get('/ui/v1/notification-channels', {
    access: read,
    summary: 'The notification channels of the environment, newest first',
    query: z.object(Page),
    returns: pageOf(NotificationChannel),
  }),
  create: post('/ui/v1/notification-channels', {
    access: write,
    summary:
      'Create a notification channel; the signing secret of a webhook is in this response only',
    body: z.object({ notification_channel: NewChannel }),
    returns: dataOf(ChannelWithSecret),
    status: 201,
  }),
  retrieve: get('/ui/v1/notification-channels/:id', {
    access: read,
    summary: 'One notification channel',
    params,
    returns: dataOf(NotificationChannel),
  }),
  update: patch('/ui/v1/notification-channels/:id', {
    access: write,
    summary:
      'Change a notification channel, or switch it off or on; one that becomes a webhook gets its signing secret',
    params,
    body: z.object({ notification_channel: ChannelChanges }),
    returns: dataOf(ChannelWithSecret),
  }),
  rotateSecret: post('/ui/v1/notification-channels/:id/rotate-signing-secret', {
    access: write,
    summary:
      'Replace the signing secret of a webhook; the new one is in this response only and signs all later messages',
    params,
    returns: dataOf(ChannelWithSecret),
  }),
  remove: del('/ui/v1/notification-channels/:id', {
    access: write,
    summary: 'Delete a notification channel and its pending messages',
    params,
    returns: nothing,
  }),
  sendTest: post('/ui/v1/notification-channels/:id/test', {
    access: write,
    summary: 'Send a test message, and return the response of the receiver',
    params,
    returns: dataOf(NotificationTest),
  }),
})

/** ACCT-084 */
export const notificationMethods = endpoints({
  listMethods: get('/ui/v1/notification-methods', {
    access: read,
    summary: 'The notification channels of the environment in their older form, newest first',
    query: z.object(Page),
    returns: pageOf(NotificationMethod),
  }),
  createMethod: post('/ui/v1/notification-methods', {
    access: write,
    summary: 'Create a notification channel in the older form',
    body: z.object({ notification_method: z.object({ settings: NewChannel }) }),
    returns: dataOf(NotificationMethod),
    status: 201,
  }),
  retrieveMethod: get('/ui/v1/notification-methods/:id', {
    access: read,
    summary: 'One notification channel in the older form',
    params,
    returns: dataOf(NotificationMethod),
  }),
  updateMethod: patch('/ui/v1/notification-methods/:id', {
    access: write,
    summary: 'Change a notification channel in the older form',
    params,
    body: z.object({ notification_method: z.object({ settings: z.object(changes) }) }),
    returns: dataOf(NotificationMethod),
  }),
  removeMethod: del('/ui/v1/notification-methods/:id', {
    access: write,
    summary: 'Delete a notification channel in the older form',
    params,
    returns: nothing,
  }),
  sendTestToMethod: post('/ui/v1/notification-methods/:id/test', {
    access: write,
    summary: 'Send a test message, and return the response of the receiver',
    params,
    returns: dataOf(NotificationTest),
  }),
})

export const notificationStatuses = ['pending', 'sent', 'failed', 'dropped', 'held'] as const

/** One message about an incident to one channel, with what became of it. */
const IncidentNotification = z.object({
  id: z.int(),
  channel: z.object({
    id: z.uuid(),
    service: z.enum(notificationServices),
    value_hint: z.string(),
  }),
  kind: z.enum(notificationKinds),
  number: z.int(),
  /** `dropped`: the incident ended first. `held`: kept back by what `held_by` names. */
  status: z.enum(notificationStatuses),
  held_by: z.nullable(z.uuid()),
  attempts: z.int(),
  queued_at: z.iso.datetime(),
  attempted_at: z.nullable(z.iso.datetime()),
  /** Set while more attempts will follow. */
  next_attempt_at: z.nullable(z.iso.datetime()),
  error: z.nullable(z.string()),
})

export const incidentNotifications = endpoints({
  listSent: get('/ui/v1/alert-incidents/:id/notifications', {
    access: read,
    summary: 'The notifications of an incident and their outcome, oldest first',
    params: z.object({ id: ref('incident') }),
    query: z.object(Page),
    returns: pageOf(IncidentNotification),
  }),
})

export { Silence, silenceLimits, silenceRepeats, silences } from './silences-contract.ts'
export {
  IncidentNotificationRule,
  incidentNotificationRules,
  notificationRuleActions,
  notificationRuleLimits,
  notificationRuleStatuses,
} from './notification-rules-contract.ts'
