import { z } from 'zod'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { enterByGithub } from './enter-by-github.ts'
import { finishFlow, flowRefusal } from './flows.ts'
import { userOfAddress } from './user-of-address.ts'

const Ticket = z.object({
  subject: z.string(),
  name: z.string(),
  addresses: z.array(z.string()),
  next: z.string().nullable(),
})

/** AUTH-011 */
export const selectEmail: Handlers<typeof signIn>['selectEmail'] = async ({
  app,
  request,
  body,
}) => {
  const kept = await finishFlow(app, request, 'github-address', body.session.ticket, Ticket)
  const email = normalizeEmail(body.session.email)
  if (!kept.addresses.includes(email)) throw flowRefusal()
  return enterByGithub(app, request, await userOfAddress(app, request, kept, email), kept.next)
}
