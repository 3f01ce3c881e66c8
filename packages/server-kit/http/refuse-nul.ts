import type { MiddlewareHandler } from 'hono'
import { ApiError } from '@playhead/contract-kit/errors.ts'

/** For routes outside of the API; API routes check their parameters together with all other input. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  if (!c.req.path.includes('\0') && !/%00/.test(c.req.path)) return next()
  const messages = ['The address contains characters that are not text.']
  return c.json(new ApiError('invalid_parameters', { messages }).body, 400)
}
