import { z } from 'zod/mini'
import { del, endpoints, get, nothing, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

export const errorCodeLimits = { codeMax: 255, rulesMax: 1000 } as const

export const errorSeverities = ['warning', 'fatal'] as const

/** How far a changed rule has been applied to stored views. */
export const ErrorCodeProgress = z.object({
  code: z.string(),
  status: z.enum(['waiting', 'running', 'finished']),
  /** Null until the views with this code have been counted. */
  views_total: z.nullable(z.int()),
  views_done: z.int(),
  requested_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
})

export const ErrorCodeConfig = z.object({
  code: z.string(),
  error_severity: z.enum(errorSeverities),
  is_business_exception: z.boolean(),
  updated_at: z.iso.datetime(),
  progress: z.nullable(ErrorCodeProgress),
})

const params = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(errorCodeLimits.codeMax)),
})

/** VIEW-021, VIEW-022, VIEW-023 */
export const errorCodes = endpoints({
  list: get('/ui/v1/error-codes/config', {
    access: scoped('data:read'),
    summary:
      'How error codes are classified in this environment, and which changes are still being applied to stored views',
    returns: z.object({
      data: z.array(ErrorCodeConfig),
      /** Changes in progress, also of removed rules. */
      applying: z.array(ErrorCodeProgress),
      total_row_count: z.int(),
    }),
  }),
  retrieve: get('/ui/v1/error-codes/:code/config', {
    access: scoped('data:read'),
    summary: 'How one error code is classified; 404 when the player decides',
    params,
    returns: dataOf(ErrorCodeConfig),
  }),
  save: put('/ui/v1/error-codes/:code/config', {
    access: scoped('data:write', { admin: true }),
    summary: 'Classify an error code, for new and stored views',
    params,
    body: z.object({
      error_severity: z._default(z.enum(errorSeverities), 'warning'),
      is_business_exception: z._default(z.boolean(), false),
    }),
    returns: dataOf(ErrorCodeConfig),
  }),
  remove: del('/ui/v1/error-codes/:code/config', {
    access: scoped('data:write', { admin: true }),
    summary: 'Let the player decide about an error code again',
    params,
    returns: nothing,
  }),
})
