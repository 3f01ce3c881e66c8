import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Method } from '@playhead/contract-kit/endpoint.ts'
import type { RequestFacts } from '../context.ts'

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)

/**
 * A page elsewhere can make a browser send our cookie, but it can neither add this header without
 * being asked about it first nor lie about its origin. Programs send a token and no cookie.
 */
export const refuseForeignOrigin = (
  method: Method,
  request: RequestFacts,
  authorization: string | undefined,
  publicUrl: string,
) => {
  if (method === 'GET' || authorization) return
  if (request.header('x-requested-with') !== 'playhead') throw new ApiError('request_not_trusted')
  const origin = request.header('origin')
  if (!origin) return
  const isOwn =
    origin === originOf(publicUrl) || originOf(origin)?.split('//')[1] === request.header('host')
  if (!isOwn) throw new ApiError('request_not_trusted')
}
