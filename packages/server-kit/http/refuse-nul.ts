import type { MiddlewareHandler } from 'hono'
import { ApiError } from '@playhead/contract-kit/errors.ts'

/** For addresses outside of the API, whose own parameters are looked at with everything else that comes in. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  if (!c.req.path.includes('\0') && !/%00/.test(c.req.path)) return next()
  const messages = ['The address contains characters that are not text.']
  return c.json(new ApiError('invalid_parameters', { messages }).body, 400)
}
