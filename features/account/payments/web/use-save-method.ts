import { useMutation } from '@tanstack/react-query'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { type CallResponse, callQuietly } from '@playhead/web-kit/calls/call.ts'
import { invalidate } from '@playhead/web-kit/queries/query.ts'
import { payments } from '../contract.ts'
import { inputOf } from './information-values.ts'
import type { Information } from './use-payments.ts'

type Saved = CallResponse<typeof payments.saveMethod>

/** BILL-031: sends the id of the method with the billing information. */
export const useSaveMethod = (information: Information | null) =>
  useMutation<Saved, Error, string>({
    mutationFn: (id) =>
      callQuietly(payments.saveMethod, {
        body: {
          paymentMethod: { id, ...(information && { billingInformation: inputOf(information) }) },
        },
      }) as Promise<Saved>,
    onSuccess: async () => {
      toasts.show({ type: 'success', title: 'Payment method saved' })
      await invalidate(payments.retrieveMethod)
    },
    meta: { handling: { quiet: true } },
  })
