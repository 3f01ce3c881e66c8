import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import {
  type CallResponse,
  type CallInput,
  type CallOptions,
  callQuietly,
  type LooseInput,
} from '../calls/call.ts'
import type { Handling } from '../errors/error-order.ts'
import { queryClient } from './query-client.ts'
import { currentTenant } from '../session/tenant.ts'

interface QueryExtras extends Handling {
  dedupe?: boolean
}

type QueryArguments<E extends Endpoint> =
  object extends CallInput<E>
    ? [input?: CallInput<E>, extras?: QueryExtras]
    : [input: CallInput<E>, extras?: QueryExtras]

/** A GET as a query; the organization and environment are part of its key. */
export const query = <E extends Endpoint>(endpoint: E, ...[input, extras]: QueryArguments<E>) => {
  const tenant = currentTenant()
  const { dedupe, ...handling } = extras ?? {}
  return queryOptions({
    queryKey: [endpoint.path, tenant, (input ?? {}) as object] as const,
    queryFn: ({ signal }) =>
      callQuietly(endpoint, {
        ...(input as LooseInput),
        tenant,
        signal,
        ...(dedupe && { dedupe }),
      }) as Promise<CallResponse<E>>,
    meta: { handling },
  })
}

/** Refetches every query of these endpoints. */
export const invalidate = (...endpoints: Endpoint[]) =>
  Promise.all(endpoints.map(({ path }) => queryClient().invalidateQueries({ queryKey: [path] })))

interface CallHookOptions<E extends Endpoint> extends Handling {
  invalidates?: Endpoint[]
  onSuccess?: (answer: CallResponse<E>, input: MutationInput<E>) => void
}

type MutationOptions = Pick<CallOptions, 'captchaToken' | 'tenant'>
type MutationInput<E extends Endpoint> =
  object extends CallInput<E>
    ? (CallInput<E> & MutationOptions) | void
    : CallInput<E> & MutationOptions

/** A write as a mutation: `useCall(tokens.revoke, { invalidates: [tokens.list] })`. */
export const useCall = <E extends Endpoint>(endpoint: E, options: CallHookOptions<E> = {}) => {
  const { invalidates = [], onSuccess, ...handling } = options
  return useMutation<CallResponse<E>, Error, MutationInput<E>>({
    mutationFn: (input) => callQuietly(endpoint, input ?? {}) as Promise<CallResponse<E>>,
    onSuccess: async (answer, input) => {
      await invalidate(...invalidates)
      onSuccess?.(answer, input)
    },
    meta: { handling },
  })
}
