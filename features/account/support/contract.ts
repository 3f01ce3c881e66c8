import { z } from 'zod/mini'
import { endpoints, nothing, post } from '@playhead/contract-kit/define.ts'
import { signedIn } from '@playhead/contract-kit/endpoint.ts'

export const supportLimits = { subjectMax: 200, messageMax: 10_000 } as const

export const support = endpoints({
  create: post('/ui/v1/support', {
    access: signedIn,
    summary: 'Write to the people who run this server',
    body: z.object({
      email: z.object({
        subject: z
          .string()
          .check(
            z.trim(),
            z.minLength(1, 'Subject is required'),
            z.maxLength(supportLimits.subjectMax),
          ),
        message: z
          .string()
          .check(
            z.trim(),
            z.minLength(1, 'Message is required'),
            z.maxLength(supportLimits.messageMax),
          ),
      }),
    }),
    returns: nothing,
  }),
})
