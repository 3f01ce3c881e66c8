import { networkOf } from '@playhead/domain/network-of.ts'
import { takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { limits } from '../limits.ts'
import { beginGithub } from './begin-github.ts'

/** AUTH-009 */
export const startGithub: Handlers<typeof signIn>['startGithub'] = async ({
  app,
  request,
  body,
}) => {
  await takeAttempt(app, limits.providerFromAddress, networkOf(request.ip))
  const { next } = body.session
  return { data: { authorize_url: await beginGithub(app, request, { next, proves: null }) } }
}
