import { useEffect } from 'react'
import { formatDay } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { billingLoadError } from '@playhead/features/account/usage/web'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { expiryText, isExpired, lastPaymentText, methodText, retryText } from './payment-texts.ts'
import {
  type Information,
  type LastPayment,
  type Method,
  type MethodAnswer,
  useMethod,
} from './use-payments.ts'
import { useSaveMethod } from './use-save-method.ts'

const MethodDialog = lazyDialog('MethodDialog', () => import('./method-dialog.tsx'))

const Stored = ({ method }: { method: Method }) => (
  <div className="payments-method">
    <strong>{methodText(method)}</strong>
    <span className="text-ink-2">
      {method.expires !== null && `Expires ${expiryText(method.expires)}. `}
      Saved on {formatDay(method.savedAt)}. Invoices are charged to it once they are issued.
    </span>
    {isExpired(method.expires) && (
      <FormMessage tone="warning">This card has expired. Please replace it.</FormMessage>
    )}
  </div>
)

const Last = ({ payment }: { payment: LastPayment }) => {
  const path = usePath()
  const href = path(`account/billing/invoices/${payment.invoiceId}`)
  const isTrouble = payment.status === 'failed' || payment.status === 'action_required'
  return (
    <FormMessage tone={isTrouble ? 'warning' : payment.status === 'succeeded' ? 'success' : 'info'}>
      <Stack gap={2}>
        <span>
          {lastPaymentText(payment)}
          {payment.status === 'failed' && !payment.isByLink && ` ${retryText}`}
        </span>
        <div>
          <LinkButton href={href}>See the invoice</LinkButton>
        </div>
      </Stack>
    </FormMessage>
  )
}

/** The session of the page of the provider from which the payer has just come back. */
const useReturnedSession = (information: Information | null | undefined) => {
  const session = useSearchValue('session')
  const setSearch = useSetSearch()
  const { mutate, isPending, error } = useSaveMethod(information ?? null)
  const isReady = session !== undefined && information !== undefined
  useEffect(() => {
    if (isReady)
      mutate(session, { onSettled: () => setSearch({ session: undefined }, { replace: true }) })
  }, [isReady, session, mutate, setSearch])
  return { isSaving: isReady || isPending, error }
}

const Content = ({ answer, onChange }: { answer: MethodAnswer; onChange: () => void }) => {
  const { paymentMethod: method, lastPayment } = answer
  return (
    <Stack gap={3}>
      {method ? (
        <Stored method={method} />
      ) : (
        <p className="text-ink-2">
          There is no payment method yet. Until there is one, each invoice is paid by hand.
        </p>
      )}
      {lastPayment && <Last payment={lastPayment} />}
      <div>
        <Button kind={method ? 'secondary' : 'primary'} onClick={onChange}>
          {method ? 'Replace' : 'Add a payment method'}
        </Button>
      </div>
    </Stack>
  )
}

/** BILL-007: what invoices are charged to, and what became of the last payment. */
export const MethodCard = ({ information }: { information: Information | null | undefined }) => {
  const query = useMethod()
  const dialog = useToggle()
  const returned = useReturnedSession(information)
  const answer = query.data?.data
  return (
    <Card title="Payment method" isFailing={query.isLoadingError}>
      {query.isLoadingError ? (
        <FailedState message={billingLoadError} onRetry={() => void query.refetch()} />
      ) : !answer || returned.isSaving ? (
        <SkeletonLines count={3} />
      ) : (
        <Stack gap={3}>
          {returned.error && <FormMessage tone="error">{returned.error.message}</FormMessage>}
          <Content answer={answer} onChange={dialog.open} />
        </Stack>
      )}
      <MethodDialog
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        information={information ?? null}
      />
    </Card>
  )
}
