import type { JoinedTopic, TopicSession } from '@playhead/channel/server/connection.ts'
import type { FlagName } from '@playhead/domain/flags.ts'
import type { Scope } from '@playhead/domain/scopes.ts'
import type { App } from '../app.ts'
import type { Environment, Organization } from '../tenant.ts'
import type { KnownCaller } from './socket-caller.ts'

/** Any signed-in person, or who may open the organization or the environment that the topic's name holds. */
export type TopicAccess =
  | { kind: 'user' }
  | { kind: 'organization'; admin: boolean }
  | { kind: 'environment'; scope: Scope; admin: boolean }

interface TopicTenant {
  organization: Organization
  /** The environments that the caller may open. */
  environmentIds: readonly string[]
  caller: KnownCaller
}

export type TopicContext<A extends TopicAccess> = A extends { kind: 'organization' }
  ? TopicTenant
  : A extends { kind: 'environment' }
    ? { environment: Environment }
    : object

export type Joining<A extends TopicAccess> = TopicContext<A> & {
  joined: JoinedTopic
  /** What the client sent with its join. */
  params: Readonly<Record<string, unknown>>
}

/** A topic in one process: its members, and what it knows about them. */
export interface RunningTopic<A extends TopicAccess> {
  join(joining: Joining<A>): Promise<TopicSession>
  /** Looks for news now. */
  wake?(): Promise<void>
  /** What a NOTIFY carried; empty after a connect and every 30 s, because notices may have been lost. `wake` follows. */
  noticed?(channel: string, payload: string): void
  /** Numbers for operators, by name. */
  figures?(): Readonly<Record<string, number>>
  stop?(): void
}

interface Declared<A extends TopicAccess> {
  access: A
  /** With this permission an access token of one of the organization's environments may join too. */
  tokens?: A extends { kind: 'organization' } ? Scope | 'any' : never
  /** Only where the organization has this flag. */
  flag?: A extends { kind: 'environment' } ? FlagName : never
  /** A NOTIFY on one of these channels wakes it. */
  channels?: readonly string[]
  start(app: App): RunningTopic<A>
}

/** A topic that a feature declares; clients join it over the socket. docs/adr/0071 */
export interface Topic {
  /** Such as `activity:{organization_id}`. */
  pattern: string
  access: TopicAccess
  tokens: Scope | 'any' | undefined
  flag: FlagName | undefined
  channels: readonly string[]
  start(app: App): RunningTopic<TopicAccess>
}

export const topic = <A extends TopicAccess>(pattern: string, declared: Declared<A>): Topic => ({
  pattern,
  access: declared.access,
  tokens: declared.tokens,
  flag: declared.flag,
  channels: declared.channels ?? [],
  // `resolveTopicAccess` gives each topic the context of its own access.
  start: (app) => declared.start(app),
})
