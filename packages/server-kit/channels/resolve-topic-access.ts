import { topicPattern } from '@playhead/channel/protocol/topic-pattern.ts'
import { member } from '@playhead/contract-kit/endpoint.ts'
import { ApiError, type ErrorCode } from '@playhead/contract-kit/errors.ts'
import type { App } from '../app.ts'
import type { EnvironmentContext, MemberContext, RequestFacts } from '../context.ts'
import { refusalOf } from '../http/refusal-of.ts'
import { resolveAccess } from '../http/resolve-access.ts'
import { isUuid } from '../identity/caller.ts'
import { overridesCookieName } from '../identity/cookies.ts'
import { listOpenEnvironments } from '../identity/identity.sql.ts'
import { findOwnerOfEnvironment } from './find-owner-of-environment.sql.ts'
import type { JoiningCaller, KnownCaller } from './socket-caller.ts'
import type { RunningTopic, Topic, TopicAccess, TopicContext } from './topic.ts'

/** Topics that do not exist and those of another tenant get the same reason. */
export const unmatched = 'unmatched topic'

export interface StartedTopic {
  topic: Topic
  running: RunningTopic<TopicAccess>
}

type Params = Record<string, string>

const headerParams: Record<string, string> = {
  'x-organization-id': 'organization_id',
  'x-environment-id': 'environment_id',
}

/** A join as the request that `resolveAccess` knows: the ids in the topic's name take the place of the headers. */
const factsOf = ({ ip, overrides }: JoiningCaller, params: Params): RequestFacts => ({
  id: '',
  ip,
  userAgent: '',
  cookies: overrides === undefined ? {} : { [overridesCookieName]: overrides },
  header: (name) => params[headerParams[name] ?? ''],
  signal: new AbortController().signal,
  format: 'json',
  setCookie: () => undefined,
})

const noQuery = new URLSearchParams()

const tenantOfToken = async (
  app: App,
  { tokens }: Topic,
  caller: KnownCaller & { kind: 'token' },
  request: RequestFacts,
) => {
  const { organization_id, environment_id } = caller.token
  if (request.header('x-organization-id') !== organization_id) throw new ApiError('not_found')
  if (!tokens) throw new ApiError('forbidden')
  const access = { kind: 'environment', scope: tokens, admin: false } as const
  await resolveAccess(app, { access, method: 'GET' }, caller, request, noQuery)
  return {
    organization: { id: organization_id, postgres: app.postgres },
    environmentIds: [environment_id],
    caller,
  }
}

const tenantOfMember = async (app: App, caller: KnownCaller, request: RequestFacts) => {
  const access = { access: member, method: 'GET' } as const
  const context = await resolveAccess(app, access, caller, request, noQuery)
  const { organization, session } = context as unknown as MemberContext
  const environments = await listOpenEnvironments(app.postgres, [organization.id], {
    userId: session.user_id,
    opensAll: session.internal && session.masquerade_organization_id === organization.id,
  })
  return { organization, environmentIds: environments.map(({ id }) => id), caller }
}

/** The name of the topic has only the environment; its organization is looked up. */
const environmentOf = async (
  app: App,
  { access, flag }: Topic & { access: { kind: 'environment' } },
  joiner: JoiningCaller,
  named: string,
) => {
  if (!isUuid(named)) throw new ApiError('not_found')
  const environment_id = named.toLowerCase()
  const organization_id = await findOwnerOfEnvironment(app.postgres, environment_id)
  if (organization_id === undefined) throw new ApiError('not_found')
  const request = factsOf(joiner, { environment_id, organization_id })
  const { caller } = joiner
  const context = await resolveAccess(app, { access, method: 'GET' }, caller, request, noQuery)
  const { environment, flags } = context as unknown as EnvironmentContext
  if (flag && !flags[flag]) throw new ApiError('upgrade_required', { name: flag })
  return { environment }
}

const contextOf = async (app: App, topic: Topic, joiner: JoiningCaller, params: Params) => {
  const { caller } = joiner
  const { access } = topic
  const request = factsOf(joiner, params)
  if (access.kind === 'user') {
    await resolveAccess(app, { access, method: 'GET' }, caller, request, noQuery)
    return {}
  }
  if (access.kind === 'environment')
    return environmentOf(app, { ...topic, access }, joiner, params['environment_id'] ?? '')
  return caller.kind === 'token'
    ? tenantOfToken(app, topic, caller, request)
    : tenantOfMember(app, caller, request)
}

const hidden: readonly ErrorCode[] = ['not_found', 'invalid_organization', 'invalid_environment']

export type TopicDecision =
  | { started: StartedTopic; context: TopicContext<TopicAccess> }
  | { refused: string }

/** Decides about a join where access to the API is decided: in `resolveAccess`. */
export const resolveTopicAccess = async (
  app: App,
  topics: readonly StartedTopic[],
  name: string,
  joiner: JoiningCaller,
): Promise<TopicDecision> => {
  for (const started of topics) {
    const params = topicPattern(started.topic.pattern)(name)
    if (!params) continue
    try {
      return { started, context: await contextOf(app, started.topic, joiner, params) }
    } catch (error) {
      const { code } = refusalOf(error)
      if (code === 'internal') throw error
      return { refused: hidden.includes(code) ? unmatched : code }
    }
  }
  return { refused: unmatched }
}
