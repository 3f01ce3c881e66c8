import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { admin } from '@playhead/contract-kit/endpoint.ts'
import { Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { timeframe } from '@playhead/features/activity/events/contract'

/** Who changed what, newest first. */
export const Change = z.object({
  id: z.uuid(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  subject_name: z.nullable(z.string()),
  environment_id: z.nullable(z.uuid()),
  /** `unknown` is a person who could not prove who they are, for example at a failed sign-in. */
  actor_kind: z.enum(['user', 'token', 'operator', 'system', 'unknown']),
  actor_email: z.nullable(z.string()),
  masquerading: z.boolean(),
  detail: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
  /** The network of the address that it came from. */
  network: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
})

/** A CSV file has at most this many rows, the newest. */
export const exportMax = 10_000

const filter = z.optional(z.string().check(z.maxLength(320)))

export const auditTrail = endpoints({
  listChanges: get('/ui/v1/organization/changes', {
    access: admin,
    summary: 'Who changed what in the current organization',
    query: z.object({
      ...Page,
      action: filter,
      subject_id: filter,
      /** The email address of a person, or the kind of another actor. */
      actor: filter,
      timeframe,
    }),
    returns: z.object({
      ...pageOf(Change).shape,
      /** The actions and actors of all changes, the most frequent first. */
      actions: z.array(z.string()),
      actors: z.array(z.string()),
    }),
    csv: 'changes.csv',
  }),
})
