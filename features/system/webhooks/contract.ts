import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { secret } from '@playhead/contract-kit/secret.ts'

export const webhookLimits = { addressMax: 2048, perEnvironmentMax: 50 } as const

/** Attempts per event and webhook; the gaps between them fill a day. */
export const attemptsMax = 12

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const fields = {
  id: z.uuid(),
  address: z.string(),
  created_at: z.iso.datetime(),
  /** Events that happen while it is disabled are not delivered later. */
  enabled: z.boolean(),
}

export const Webhook = z.object(fields)

/** The key that signs deliveries; only this response contains it. */
const CreatedWebhook = z.object({ ...fields, signing_secret: secret(z.string()) })

const address = z
  .url('URL does not appear to be valid')
  .check(z.maxLength(webhookLimits.addressMax))

/** One attempt to deliver an event. Without a status code there was no response, and `error` says why. */
export const WebhookAttempt = z.object({
  id: z.uuid(),
  webhook_id: z.uuid(),
  address: z.string(),
  number: z.int(),
  created_at: z.iso.datetime(),
  max_attempts: z.int(),
  response_status_code: z.nullable(z.int()),
  response_headers: z.record(z.string(), z.string()),
  response_body: z.nullable(z.string()),
  error: z.nullable(z.string()),
  duration_ms: z.int(),
})

const deliveryFields = {
  event: z.object({
    id: z.uuid(),
    type: z.string(),
    created_at: z.iso.datetime(),
    object: z.object({ type: z.string(), id: z.string() }),
  }),
  status: z.enum(deliveryStatuses),
  attempt_count: z.int(),
  max_attempts: z.int(),
  /** Set while more attempts will follow. */
  next_attempt_at: z.nullable(z.iso.datetime()),
  last_attempt: z.nullable(
    z.object({
      created_at: z.iso.datetime(),
      response_status_code: z.nullable(z.int()),
      error: z.nullable(z.string()),
      duration_ms: z.int(),
    }),
  ),
}

export const Delivery = z.object(deliveryFields)

const DeliveryDetail = z.object({
  ...deliveryFields,
  /** Newest first. */
  attempts: z.array(WebhookAttempt),
  /** The event as it is sent, without the attempts. */
  payload: z.record(z.string(), z.unknown()),
})

const params = z.object({ id: ref('webhook') })
const deliveryParams = z.object({ id: ref('webhook'), event_id: ref('event') })

export const webhooks = endpoints({
  list: get('/system/v1/webhooks', {
    access: scoped('system:read'),
    summary: 'Lists webhooks, newest first',
    query: z.object(Page),
    returns: pageOf(Webhook),
  }),
  create: post('/system/v1/webhooks', {
    access: scoped('system:write', { admin: true }),
    summary:
      'Send every event of the environment to an address; the secret is in this response only',
    body: z.object({ address }),
    returns: dataOf(CreatedWebhook),
    status: 201,
  }),
  retrieve: get('/system/v1/webhooks/:id', {
    access: scoped('system:read'),
    summary: 'One webhook, without its secret',
    params,
    returns: dataOf(Webhook),
  }),
  replace: put('/system/v1/webhooks/:id', {
    access: scoped('system:write', { admin: true }),
    summary: 'Replace the address of a webhook; it is on unless it is switched off here',
    params,
    body: z.object({ address, enabled: z._default(z.boolean(), true) }),
    returns: dataOf(Webhook),
  }),
  update: patch('/system/v1/webhooks/:id', {
    access: scoped('system:write', { admin: true }),
    summary: 'Change the address of a webhook, or switch it off or on',
    params,
    body: z.object({ address: z.optional(address), enabled: z.optional(z.boolean()) }),
    returns: dataOf(Webhook),
  }),
  remove: del('/system/v1/webhooks/:id', {
    access: scoped('system:write', { admin: true }),
    summary: 'Delete a webhook and the history of its deliveries',
    params,
    returns: nothing,
  }),
  eventAttempts: get('/ui/v1/events/:id/webhook-attempts', {
    access: scoped('system:read'),
    summary: 'Every attempt to deliver an event to webhooks, newest first',
    params: z.object({ id: ref('event') }),
    returns: z.object({ data: z.array(WebhookAttempt) }),
  }),
  listDeliveries: get('/ui/v1/webhooks/:id/deliveries', {
    access: scoped('system:read'),
    summary: 'The deliveries of a webhook, newest first',
    params,
    query: z.object({ ...Page, status: z.optional(z.enum(deliveryStatuses)) }),
    returns: pageOf(Delivery),
  }),
  retrieveDelivery: get('/ui/v1/webhooks/:id/deliveries/:event_id', {
    access: scoped('system:read'),
    summary: 'One delivery of a webhook with its request and response',
    params: deliveryParams,
    returns: dataOf(DeliveryDetail),
  }),
  resend: post('/ui/v1/webhooks/:id/deliveries/:event_id/resend', {
    access: scoped('system:write', { admin: true }),
    summary: 'Send an event to a webhook again, now',
    params: deliveryParams,
    returns: dataOf(Delivery),
  }),
  sendTest: post('/ui/v1/webhooks/:id/test', {
    access: scoped('system:write', { admin: true }),
    summary: 'Send a test event to one webhook',
    params,
    returns: dataOf(Delivery),
    status: 201,
  }),
})
