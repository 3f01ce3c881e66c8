import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Method } from '@playhead/contract-kit/endpoint.ts'
import type { RequestFacts } from '../context.ts'
import type { AllowedHosts } from './allowed-hosts.ts'

/**
 * A foreign page can make a browser send our cookie, but it cannot add this header without a preflight
 * request, and it cannot forge its origin. Programs send a token and no cookie. The Host header proves
 * nothing: a page that rebinds its name sends a matching one.
 */
export const refuseForeignOrigin = (
  method: Method,
  request: RequestFacts,
  authorization: string | undefined,
  hosts: AllowedHosts,
) => {
  if (method === 'GET' || authorization) return
  if (request.header('x-requested-with') !== 'playhead') throw new ApiError('request_not_trusted')
  const origin = request.header('origin')
  if (origin && !hosts.trusts(origin)) throw new ApiError('request_not_trusted')
}
