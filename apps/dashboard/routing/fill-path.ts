import type { Session } from '@playhead/web-kit/session/session.ts'
import { environmentsOf } from '@playhead/web-kit/session/use-session.ts'

/** The router's name for the rest of a path. */
const splat = '_splat'

type Params = Record<string, string | undefined>

const organizationId = (session: Session, params: Params) =>
  params.organizationId ??
  environmentsOf(session).find(({ id }) => id === params.environmentId)?.organizationId ??
  session.organization?.id ??
  session.organizations[0]?.id

const environmentId = (session: Session, params: Params) => {
  if (params.environmentId) return params.environmentId
  const organization = organizationId(session, params)
  if (session.currentEnvironment?.organizationId === organization)
    return session.currentEnvironment?.id
  return environmentsOf(session).find((one) => one.organizationId === organization)?.id
}

/** The path with its parameters filled in from the address or the session; undefined if one is unknown. */
export const fillPath = (pattern: string, params: Params, session: Session) => {
  const known: Params = {
    ...params,
    organizationId: organizationId(session, params),
    environmentId: environmentId(session, params),
    [splat]: params[splat] ?? '',
  }
  let isComplete = true
  const path = pattern.replace(/\$(\w+)/g, (_, name: string) => {
    const value = known[name]
    if (value === undefined) isComplete = false
    return value ?? ''
  })
  return isComplete ? path.replace(/\/+$/, '') || '/' : undefined
}
