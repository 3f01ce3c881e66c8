import {
  type CamelInput,
  type CamelOutput,
  camelName,
  toCamel,
  toSnake,
} from '@playhead/contract-kit/case-seam.ts'
import { nothing } from '@playhead/contract-kit/define.ts'
import type { AnySchema } from '@playhead/contract-kit/endpoint.ts'
import { hasShape } from '@playhead/contract-kit/has-shape.ts'
import type { TopicContract, TopicIds } from '@playhead/contract-kit/topic-contract.ts'
import { type ChannelState, channelStateOf, subscribeToChannelStates } from './channel-state.ts'
import { FlushBuffer } from './flush-buffer.ts'
import { type TopicListener, wantTopic } from './wanted-topics.ts'

type IdsOf<T extends TopicContract> =
  T extends TopicContract<infer Pattern> ? TopicIds<Pattern> : never

/** A message with the name of its event, in camelCase. */
export type TopicMessage<T extends TopicContract> = {
  [E in keyof T['messages'] & string]: { event: E; payload: CamelOutput<T['messages'][E]> }
}[keyof T['messages'] & string]

interface TopicHandlers<T extends TopicContract> {
  /** What is sent with each join; read at that moment. */
  params?: () => CamelInput<T['params']>
  /** Called after each join, also those after a reconnect, and soon if the topic is joined already. */
  onJoin?: (reply: CamelOutput<T['reply']>) => void
  /** Messages in their order, collected for 100 ms. Those that came before a join are handed out before `onJoin`. */
  onMessages?: (messages: readonly TopicMessage<T>[]) => void
  /** Called with each change. */
  onState?: (state: ChannelState) => void
}

type Pushes<T extends TopicContract> = T['pushes']

type TypedReply<T extends TopicContract, E extends keyof Pushes<T>> =
  | { status: 'ok'; response: CamelOutput<Pushes<T>[E]['returns']> }
  | { status: 'error'; reason: string }

export interface FollowedTopic<T extends TopicContract> {
  /** Sends a message; it is refused with a reason such as `unavailable` while there is no socket. */
  push<E extends keyof Pushes<T> & string>(
    event: E,
    payload: CamelInput<Pushes<T>[E]['sends']>,
  ): Promise<TypedReply<T, E>>
  /** Leaves and joins again, at most once in five seconds. */
  rejoin: () => void
  state: () => ChannelState
  /** Nothing is called after it. */
  stop: () => void
}

/** `activity:{organization_id}` with `{ organizationId: '4f…' }` is `activity:4f…`. */
const topicName = <T extends TopicContract>(topic: T, ids: IdsOf<T>) =>
  topic.pattern.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    String((ids as Record<string, unknown>)[camelName(name)]),
  )

/** Undefined for what the contract does not allow: a page of another build than the server may receive that. */
const read = (schema: AnySchema | undefined, value: unknown) => {
  if (schema === nothing) return { known: undefined }
  return schema && hasShape(schema, value) ? { known: toCamel(schema, value) } : undefined
}

/** Joins a topic until `stop`. */
export const followTopic = <T extends TopicContract>(
  topic: T,
  ids: IdsOf<T>,
  handlers: TopicHandlers<T>,
): FollowedTopic<T> => {
  const buffer = new FlushBuffer<TopicMessage<T>>((messages) => handlers.onMessages?.(messages))
  const listener: TopicListener = {
    params: () => toSnake(topic.params, handlers.params?.()) ?? {},
    onJoin: (reply) => {
      buffer.flush()
      const found = read(topic.reply, reply)
      if (found) handlers.onJoin?.(found.known as CamelOutput<T['reply']>)
    },
    onMessage: (event, payload) => {
      const found = read(topic.messages[event], payload)
      if (found) buffer.add({ event, payload: found.known } as TopicMessage<T>)
    },
  }
  const name = topicName(topic, ids)
  const wanted = wantTopic(name, listener)
  let state = channelStateOf(name)
  const stopStates = subscribeToChannelStates(() => {
    if (state === channelStateOf(name)) return
    state = channelStateOf(name)
    handlers.onState?.(state)
  })
  return {
    push: async (event, payload) => {
      const contract = topic.pushes[event]!
      const reply = await wanted.topic.push(event, toSnake(contract.sends, payload) as object)
      if (reply.status === 'error') return reply
      const found = read(contract.returns, reply.response)
      return found
        ? ({ status: 'ok', response: found.known } as TypedReply<T, typeof event>)
        : { status: 'error', reason: 'internal' }
    },
    rejoin: () => wanted.topic.rejoin(),
    state: () => state,
    stop: () => {
      stopStates()
      wanted.stop()
      buffer.stop()
    },
  }
}
