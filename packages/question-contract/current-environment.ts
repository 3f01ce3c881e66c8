import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { member } from '@playhead/contract-kit/endpoint.ts'
import { secret } from '@playhead/contract-kit/secret.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { environmentTypes } from '@playhead/domain/environment.ts'

/** ACCT-036 */
export const Environment = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(environmentTypes),
  organization_id: z.uuid(),
  url: z.nullable(z.string()),
  status: z.enum(['waiting', 'views_processing', 'integrated']),
  /** Players send it to identify their environment. */
  key: secret(z.string()),
  created_at: z.iso.datetime(),
})

/** An empty chart asks whether the environment ever had a view. METR-027 */
export const currentEnvironment = endpoints({
  current: get('/ui/v1/environment', {
    access: member,
    summary: 'The environment named by X-Environment-Id',
    returns: dataOf(Environment),
  }),
})
