import { forbidden, invalidField } from '@playhead/contract-kit/errors.ts'
import { emailTakenError, normalizeEmail } from '@playhead/domain/field-rules.ts'
import { acceptInviteFor, findInviteOfLink } from '@playhead/features/account/invites/server'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { findAnyOrganization } from '@playhead/server-kit/identity/identity.sql.ts'
import { hashPassword } from '@playhead/server-kit/secrets/passwords.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { hashToken } from '@playhead/server-kit/secrets/secrets.ts'
import type { signIn } from '../../contract.ts'
import { requireCaptcha } from '../captcha.ts'
import { openSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'
import { countWrongLinks, linkRefusal } from './mailed-links.ts'
import { deleteUnusedLinks, takeLink } from './mailed-links.sql.ts'
import { requireGoodPassword } from './new-password.ts'
import { insertUser } from './users.sql.ts'
import { sentBy } from '@playhead/server-kit/audit/changes.ts'

type Proof =
  | { kind: 'signUp'; email: string }
  | { kind: 'invite'; email: string; inviteId: string; organizationId: string }

interface Claim {
  invite_id?: string | null | undefined
  token?: string | null | undefined
}

/** Proof that an address is this person's: a sign-up link or an invite. */
const proofOf = async (app: App, transaction: Database, claim: Claim): Promise<Proof> => {
  const now = app.clock.now()
  const { invite_id: inviteId, token } = claim
  if (!inviteId || !token)
    throw forbidden('To create an account, open the link that was mailed to you.')
  const link = await takeLink(transaction, 'signup', hashToken(token), now)
  if (link?.id === inviteId) return { kind: 'signUp', email: link.email }
  const invite = await findInviteOfLink(transaction, { inviteId, token }, now)
  if (!invite) throw linkRefusal()
  const { organizationId } = invite
  return { kind: 'invite', email: normalizeEmail(invite.email), inviteId, organizationId }
}

/** AUTH-015 */
export const createUser: Handlers<typeof signIn>['createUser'] = async ({ app, request, body }) => {
  const { user } = body
  const email = normalizeEmail(user.email)
  await refuseWhileReadOnly(app)
  await requireCaptcha(app, request)
  const create = async (transaction: Database) => {
    const proof = await proofOf(app, transaction, user)
    if (proof.email !== email) throw invalidField('email', 'The link was sent to another address.')
    const organization =
      proof.kind === 'invite' && (await findAnyOrganization(transaction, proof.organizationId))
    await requireGoodPassword(app, {
      password: user.password,
      field: 'password',
      personal: [user.first_name, user.last_name, email, organization ? organization.name : ''],
    })
    const created = await insertUser(transaction, {
      email,
      firstName: user.first_name,
      lastName: user.last_name,
      passwordHash: await hashPassword(user.password),
      isInternal: false,
    })
    if (!created) throw invalidField('email', emailTakenError)
    await deleteUnusedLinks(transaction, 'signup', { email, userId: null })
    if (proof.kind === 'invite')
      await acceptInviteFor(transaction, {
        inviteId: proof.inviteId,
        userId: created,
        email,
        now: app.clock.now(),
        actor: { kind: 'user', userId: created, email, ...sentBy(request) },
      })
    return created
  }
  const userId = await countWrongLinks(app, request, () => app.postgres.transaction(create))
  const session = await openSession(app, request, { userId, method: 'password' })
  return { data: await presentSession(app, request, session) }
}
