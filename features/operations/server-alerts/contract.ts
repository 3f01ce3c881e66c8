import { z } from 'zod/mini'
import { endpoints, get, post } from '@playhead/contract-kit/define.ts'
import { staff } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

export const serverAlertLimits = {
  /** Problems shorter than this are not reported: engines restart, and a disk is cleaned. */
  opensAfterSeconds: 60,
  endsAfterSeconds: 300,
  /** The newest alerts that the screen lists. */
  shown: 50,
} as const

export const checkLevels = ['well', 'warning', 'alert'] as const
export type CheckLevel = (typeof checkLevels)[number]

const Check = z.object({
  name: z.string(),
  title: z.string(),
  /** Null while it cannot be read. */
  level: z.nullable(z.enum(checkLevels)),
  /** What is wrong, or what was found well; may be empty. */
  sentence: z.string(),
})

const Receiver = z.object({
  /** Its place in PLAYHEAD_OPERATOR_CHANNELS, from 1. */
  number: z.int(),
  service: z.enum(['email', 'slack', 'pagerduty', 'webhook']),
  value_hint: z.string(),
})

const ServerAlert = z.object({
  id: z.uuid(),
  check: z.string(),
  severity: z.enum(['warning', 'alert']),
  sentence: z.string(),
  opened_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
  /** Of the channels that are set now. */
  sent_to: z.array(
    z.object({
      number: z.int(),
      /** Whether the opening arrived. */
      is_sent: z.boolean(),
      /** Why the last attempt failed. */
      error: z.nullable(z.string()),
    }),
  ),
})

const MessageTest = z.object({
  delivered: z.boolean(),
  /** Null where no HTTP response came, as for mail. */
  status_code: z.nullable(z.int()),
  /** What the receiver said. */
  answer: z.nullable(z.string()),
  error: z.nullable(z.string()),
  duration_ms: z.int(),
})

export const serverAlerts = endpoints({
  retrieve: get('/ui/v1/operator/server-alerts', {
    access: staff,
    summary: 'What is checked on this server, the alerts about it, and where they go',
    returns: dataOf(
      z.object({
        checks: z.array(Check),
        channels: z.array(Receiver),
        alerts: z.array(ServerAlert),
      }),
    ),
  }),
  sendTest: post('/ui/v1/operator/server-alerts/channels/:number/test', {
    access: staff,
    summary: 'Send a test to a channel of the operator',
    params: z.object({ number: z.string().check(z.regex(/^\d{1,2}$/)) }),
    returns: dataOf(MessageTest),
  }),
})
