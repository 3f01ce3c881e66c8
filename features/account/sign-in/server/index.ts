import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { signIn } from '../contract.ts'
import { retrieveOptions } from './retrieve-options.ts'
import { createSession } from './sessions/create-session.ts'
import { refreshSession, retrieveSession } from './sessions/read-session.ts'
import { removeAllSessions, removeSession } from './sessions/remove-session.ts'

const { options, retrieve, create, refresh, remove, removeAll } = signIn

export const signInServer = feature('sign-in', {
  endpoints: [
    implement(
      { options, retrieve, create, refresh, remove, removeAll },
      {
        options: retrieveOptions,
        retrieve: retrieveSession,
        create: createSession,
        refresh: refreshSession,
        remove: removeSession,
        removeAll: removeAllSessions,
      },
    ),
  ],
})
