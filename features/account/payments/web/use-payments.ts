import { useQuery } from '@tanstack/react-query'
import { invoices } from '@playhead/features/account/invoices/contract'
import { plans } from '@playhead/features/account/plans/contract'
import { query } from '@playhead/web-kit/queries/query.ts'
import { payments } from '../contract.ts'

/** BILL-035: the plans and the mode are asked for once. */
export const usePlans = () =>
  useQuery({ ...query(plans.list, {}, { quiet: true }), staleTime: Infinity, gcTime: Infinity })

export type Plans = NonNullable<ReturnType<typeof usePlans>['data']>['data']

/** Whether a provider collects invoices. BILL-010: also those from before a marketplace took over. */
export const useIsCollected = () => {
  const mode = usePlans().data?.data.mode
  return mode === 'test' || mode === 'stripe'
}

/** Whether anything is owed; false until it is known, and where it is not asked for. */
export const useIsOwing = (isEnabled: boolean) => {
  const outstanding = useQuery({
    ...query(invoices.outstanding, {}, { quiet: true }),
    enabled: isEnabled,
  })
  // What another part of the page has asked for is there, too.
  return isEnabled && (outstanding.data?.data.balances.length ?? 0) > 0
}

export const useMethod = () => useQuery(query(payments.retrieveMethod, {}, { quiet: true }))

export type MethodAnswer = NonNullable<ReturnType<typeof useMethod>['data']>['data']
export type Method = NonNullable<MethodAnswer['paymentMethod']>
export type LastPayment = NonNullable<MethodAnswer['lastPayment']>

/** How a method is entered: a new page of the provider each time, so it is asked for when it is needed. */
export const useSetupIntent = (isEnabled = true) =>
  useQuery({
    ...query(payments.retrieveSetupIntent, {}, { quiet: true }),
    enabled: isEnabled,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

export const useInformation = () =>
  useQuery(query(payments.retrieveInformation, {}, { quiet: true }))

export type Information = NonNullable<
  NonNullable<ReturnType<typeof useInformation>['data']>['data']
>
