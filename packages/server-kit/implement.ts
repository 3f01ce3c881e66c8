import type { z } from 'zod/mini'
import type { Access, AnySchema, Endpoint, Endpoints } from '@playhead/contract-kit/endpoint.ts'
import type { Context } from './context.ts'

type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, AnySchema, infer A extends Access>
    ? Context<A> & { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

type Answer<E> = E extends Endpoint<AnySchema, AnySchema, AnySchema, infer R> ? z.input<R> : never

export type Handlers<G extends Endpoints> = {
  [K in keyof G]: (input: Input<G[K]>) => Promise<Answer<G[K]>>
}

export interface Implemented {
  name: string
  endpoint: Endpoint
  handler: (input: never) => Promise<unknown>
}

/** Every endpoint of the group needs a handler; TypeScript reports a missing one. */
export const implement = <G extends Endpoints>(group: G, handlers: Handlers<G>): Implemented[] =>
  Object.entries(group).map(([name, endpoint]) => ({
    name,
    endpoint,
    handler: handlers[name as keyof G] as Implemented['handler'],
  }))
