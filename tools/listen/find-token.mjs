import { Stop } from '../setup/stop.mjs'
import { reasonOf } from './reason-of.mjs'

const responseMs = 10_000

/** The environment and the organization of the access token; undefined when the token is not valid. */
export const findToken = async ({ origin, authorization }) => {
  const response = await fetch(`${origin}/system/v1/whoami`, {
    headers: { authorization },
    redirect: 'manual',
    signal: AbortSignal.timeout(responseMs),
  })
  if (response.status === 401) return undefined
  const body = await response.json().catch(() => undefined)
  if (response.ok && body?.data?.organization_id) return body.data
  const messages = body?.error?.messages ?? [`It returned the status ${response.status}.`]
  throw new Stop(`${origin} refused the access token. ${messages.join(' ')}`)
}

/** The same at the start: whatever is wrong ends the command with a sentence. */
export const requireToken = async (settings) => {
  const { origin, environmentId } = settings
  const token = await findToken(settings).catch((error) => {
    if (error instanceof Stop) throw error
    throw new Stop(`${origin} cannot be reached: ${reasonOf(error)}.`)
  })
  if (!token) throw new Stop(`The access token is not valid at ${origin}.`)
  if (environmentId !== undefined && environmentId !== token.environment_id)
    throw new Stop(
      `The access token is for the environment ${token.environment_name} (${token.environment_id}), not for ${environmentId}.`,
    )
  // Writing includes reading. Without either, the topic can be joined, but it has no events.
  if (!token.permissions.some((permission) => /^video:(read|write)$/.test(permission)))
    throw new Stop('The access token needs the permission video:read.')
  return token
}
