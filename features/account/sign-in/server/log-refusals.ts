import { ApiError } from '@playhead/contract-kit/errors.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'

interface Given {
  app: App
  request: RequestFacts
}

/** Logs ids and networks, never what was typed: people type passwords into the address field. */
const detailOf = (request: RequestFacts, proof: string, userId: string | undefined) => ({
  request_id: request.id,
  proof,
  ...(userId && { user_id: userId }),
  network: networkOf(request.ip),
})

export const logSignIn = ({ app, request }: Given, proof: string, userId: string) =>
  app.log.info('signed in', detailOf(request, proof, userId))

/** Every way to sign in logs its refusals, so that guesses at an account can be seen and counted. */
export const logRefusals =
  <Asked extends Given, Answer>(
    proof: string,
    handler: (asked: Asked) => Promise<Answer>,
    accountOf: (asked: Asked) => Promise<string | undefined> = async () => undefined,
  ) =>
  async (asked: Asked): Promise<Answer> => {
    try {
      return await handler(asked)
    } catch (error) {
      if (error instanceof ApiError)
        asked.app.log.warn('sign-in refused', {
          ...detailOf(asked.request, proof, await accountOf(asked)),
          reason: error.code,
        })
      throw error
    }
  }
