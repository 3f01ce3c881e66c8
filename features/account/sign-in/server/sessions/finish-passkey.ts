import type { Handlers } from '@playhead/server-kit/implement.ts'
import { completeWithPasskey } from '@playhead/features/account/second-factor/server'
import type { signIn } from '../../contract.ts'
import { enterCompleted } from './enter-completed.ts'

export const finishPasskey: Handlers<typeof signIn>['finishPasskey'] = async ({
  app,
  request,
  body,
}) => {
  const { ticket, ...answer } = body.session
  const given = { ...answer, ticket: ticket ?? undefined }
  return enterCompleted(app, request, await completeWithPasskey(app, request, given))
}
