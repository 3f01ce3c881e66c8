import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { member } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

export const limitSubjects = ['videos', 'delivered_minutes', 'views'] as const
export type LimitSubject = (typeof limitSubjects)[number]

const PlanLimit = z.object({
  subject: z.enum(limitSubjects),
  included: z.int(),
  /** Videos that are there now; the others in this month, until the last hour that is counted. */
  used: z.int(),
})

export const billing = endpoints({
  retrieve: get('/ui/v1/organization/billing', {
    access: member,
    summary: 'The plan of the organization, and how much of what it includes is used',
    returns: dataOf(
      z.object({
        plan: z.string(),
        /** Such as 2026-11, in UTC. */
        month: z.string(),
        /** Empty for a plan without limits. */
        limits: z.array(PlanLimit),
      }),
    ),
  }),
})
