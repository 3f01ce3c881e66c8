import { forbidden } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { flowRefusal } from '../providers/flows.ts'
import { presentedSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'
import { proveSession } from './prove-session.ts'

interface Returned {
  /** The session that started the visit to the provider. */
  proves: string
  /** The person whom the provider named, and the organization if the provider belongs to one. */
  userId: string | undefined
  organizationId?: string
  next: string | null
}

/** Proves only the session that asked, and never signs a person in. */
export const finishProof = async (app: App, request: RequestFacts, returned: Returned) => {
  const session = await presentedSession(app, request)
  if (session?.id !== returned.proves) throw flowRefusal()
  const isThisPerson = session.user_id === returned.userId
  const { organizationId = session.sso_organization_id } = returned
  if (!isThisPerson || session.sso_organization_id !== organizationId)
    throw forbidden(
      'The provider confirmed a different account from the one you are signed in with.',
    )
  await proveSession(app, request, session)
  return {
    data: {
      session: await presentSession(app, request, session),
      addresses: [],
      ticket: null,
      second_factor: null,
      next: returned.next,
    },
  }
}
