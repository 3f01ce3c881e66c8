import { useCallback, useReducer } from 'react'
import { call } from '@playhead/web-kit/calls/call.ts'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { organizationPath } from '@playhead/web-kit/navigation/paths.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { invites } from '../contract.ts'
import { joinFailureText, joinTransition, parseInviteId } from './join-state.ts'

const acceptInvite = async (idOfAddress: string | undefined) => {
  const id = parseInviteId(idOfAddress)
  // AUTH-035. The screen shows the failure; an expired session is still handled centrally.
  const { data } = await call(invites.acceptInvite, {
    params: { id },
    handleError: ({ status }) => status !== 401,
  })
  return data.organizationId
}

/** AUTH-037: after joining, the organizations are loaded again and the new one opens. */
export const useJoin = (inviteId: string | undefined) => {
  const [state, dispatch] = useReducer(joinTransition, { status: 'idle' })
  const navigate = useNavigate()
  const join = useCallback(async () => {
    dispatch({ type: 'requested' })
    try {
      const organizationId = await acceptInvite(inviteId)
      await reloadSession()
      dispatch({ type: 'joined', organizationId })
      navigate(organizationPath(organizationId, 'environments'), { replace: true })
    } catch (error) {
      dispatch({
        type: 'failed',
        message: joinFailureText(isCallError(error) ? error : undefined),
      })
    }
  }, [inviteId, navigate])
  return { state, join }
}
