import { grants } from '@playhead/domain/scopes.ts'
import type { KnownCaller } from '@playhead/server-kit/channels/socket-caller.ts'

export const allProducts = ['video', 'data', 'system'] as const

/** A token sees the calls of the products that it may read; a member sees all of them. */
export const productsOf = ({ caller }: { caller: KnownCaller }): string[] =>
  allProducts.filter(
    (product) => caller.kind === 'person' || grants(caller.token.permissions, `${product}:read`),
  )

/** The product of a route such as `/video/v1/assets`. */
export const productOf = (route: string) => route.split('/')[1] ?? ''
