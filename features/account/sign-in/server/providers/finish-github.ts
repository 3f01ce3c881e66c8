import { z } from 'zod'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { finishProof } from '../proof/finish-proof.ts'
import { enterByGithub } from './enter-by-github.ts'
import { finishFlow, startFlow } from './flows.ts'
import { githubAccount } from './github-account.ts'
import { findIdentity } from './identities.sql.ts'
import { userOfAddress } from './user-of-address.ts'

const Started = z.object({
  verifier: z.string(),
  next: z.string().nullable(),
  proves: z.uuid().nullable().default(null),
})

export const finishGithub: Handlers<typeof signIn>['finishGithub'] = async ({
  app,
  request,
  body,
}) => {
  const { code, state } = body.session
  const { verifier, next, proves } = await finishFlow(app, request, 'github', state, Started)
  const account = await githubAccount(app, { code, state, verifier })
  const identity = await findIdentity(app.postgres, 'github', account.subject)
  if (proves) return finishProof(app, request, { proves, userId: identity?.user_id, next })
  if (identity) return enterByGithub(app, request, identity.user_id, next)
  const [email, ...others] = account.addresses
  if (!email) throw invalidField('email', 'Your GitHub account has no confirmed e-mail address.')
  if (others.length === 0)
    return enterByGithub(app, request, await userOfAddress(app, request, account, email), next)
  const ticket = await startFlow(app, request, 'github-address', { ...account, next })
  return {
    data: { session: null, addresses: account.addresses, ticket, second_factor: null, next },
  }
}
