import type { CallError } from '@playhead/web-kit/calls/call-error.ts'

export const inviteGoneText =
  'This invite has either expired, has already been accepted, or does not exist. Ask the organization administrator to resend the invite.'
const joinFailedText = 'Something has gone wrong.'

export type JoinState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'joined'; organizationId: string }
  | { status: 'failed'; message: string }

export type JoinEvent =
  | { type: 'requested' }
  | { type: 'joined'; organizationId: string }
  | { type: 'failed'; message: string }

/** AUTH-036: a request that is in flight or has succeeded is not sent again. */
export const joinTransition = (state: JoinState, event: JoinEvent): JoinState => {
  if (event.type === 'requested')
    return state.status === 'idle' || state.status === 'failed' ? { status: 'loading' } : state
  if (state.status !== 'loading') return state
  return event.type === 'joined'
    ? { status: 'joined', organizationId: event.organizationId }
    : { status: 'failed', message: event.message }
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** AUTH-038 */
export const parseInviteId = (text: string | undefined) => {
  if (!text || !uuidShape.test(text)) throw new Error('Invalid invite id')
  return text
}

/** AUTH-039, AUTH-040 */
export const joinFailureText = (error: Pick<CallError, 'status'> | undefined) =>
  error?.status === 404 ? inviteGoneText : joinFailedText
