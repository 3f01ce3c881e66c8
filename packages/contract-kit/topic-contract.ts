import type { CamelName } from './case-seam.ts'
import type { AnySchema } from './endpoint.ts'
import { nothing } from './define.ts'

type Schemas = Readonly<Record<string, AnySchema>>

/** What a client may push into a topic that it has joined, and what the reply holds. */
export interface PushContract<
  Sends extends AnySchema = AnySchema,
  Returns extends AnySchema = AnySchema,
> {
  readonly sends: Sends
  readonly returns: Returns
}

/** A topic of the socket as data, in snake_case as on the wire. docs/adr/0072 */
export interface TopicContract<
  Pattern extends string = string,
  Params extends AnySchema = AnySchema,
  Reply extends AnySchema = AnySchema,
  Messages extends Schemas = Schemas,
  Pushes extends Readonly<Record<string, PushContract>> = Readonly<Record<string, PushContract>>,
> {
  /** Such as `activity:{organization_id}`. */
  readonly pattern: Pattern
  /** What a client sends with its join. */
  readonly params: Params
  /** What the reply to a join holds. */
  readonly reply: Reply
  /** What the server sends, by the name of the event. */
  readonly messages: Messages
  readonly pushes: Pushes
}

/** The ids in the name of a topic: `{ organizationId }` for `activity:{organization_id}`. */
export type TopicIds<Pattern extends string> =
  Pattern extends `${string}{${infer Name}}${infer Rest}`
    ? { [K in CamelName<Name>]: string } & TopicIds<Rest>
    : unknown

const noPushes = {}

export const topicContract = <
  const Pattern extends string,
  Messages extends Schemas,
  Params extends AnySchema = typeof nothing,
  Reply extends AnySchema = typeof nothing,
  Pushes extends Readonly<Record<string, PushContract>> = typeof noPushes,
>(
  pattern: Pattern,
  contract: { params?: Params; reply?: Reply; messages: Messages; pushes?: Pushes },
): TopicContract<Pattern, Params, Reply, Messages, Pushes> => ({
  pattern,
  params: (contract.params ?? nothing) as Params,
  reply: (contract.reply ?? nothing) as Reply,
  messages: contract.messages,
  pushes: (contract.pushes ?? noPushes) as Pushes,
})
