import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@playhead/domain/money.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useNavigate, useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { type testOutcomes, testPayments } from '../test-payments-contract.ts'
import { statusLabels } from './payment-texts.ts'
import { invalidateOwed } from './use-pay.ts'
import './payments.css'

const usePayment = (id: string) =>
  useQuery(query(testPayments.retrieve, { params: { id } }, { quiet: true }))

type Payment = NonNullable<ReturnType<typeof usePayment>['data']>['data']
type Outcome = (typeof testOutcomes)[number]

const Choice = ({ payment }: { payment: Payment }) => {
  const { id, invoiceId, amountCents, currency, status } = payment
  const path = usePath()
  const navigate = useNavigate()
  const end = useCall(testPayments.end, { invalidates: [testPayments.retrieve], quiet: true })
  const invoice = path(`account/billing/invoices/${invoiceId}`)
  const back = `${invoice}?payment=returned`
  const choose = async (outcome: Outcome) => {
    try {
      await end.mutateAsync({ params: { id }, body: { outcome } })
    } catch {
      return
    }
    await invalidateOwed()
    navigate(back)
  }
  if (status !== 'action_required')
    return (
      <Stack gap={3}>
        <FormMessage tone="info">
          This payment is over: {statusLabels[status].toLowerCase()}.
        </FormMessage>
        <div>
          <LinkButton href={invoice}>Back to the invoice</LinkButton>
        </div>
      </Stack>
    )
  const chosen = end.isPending ? end.variables.body.outcome : undefined
  return (
    <Stack gap={3}>
      {end.error && <FormMessage tone="error">{end.error.message}</FormMessage>}
      <div className="payments-choices">
        <Button
          kind="primary"
          isLoading={chosen === 'succeed'}
          onClick={() => void choose('succeed')}
        >
          Pay {formatCents(amountCents, currency)}
        </Button>
        <Button isLoading={chosen === 'decline'} onClick={() => void choose('decline')}>
          Decline
        </Button>
        <LinkButton kind="ghost" href={back}>
          Pay later
        </LinkButton>
      </div>
    </Stack>
  )
}

/** The page of a payment link with `PLAYHEAD_BILLING=test`: the payer chooses what becomes of it. */
export const Screen = () => {
  const payment = usePayment(useParam('paymentId') ?? '')
  const found = payment.data?.data
  return (
    <div className="payments-test">
      <Card
        title={found ? `${found.description}, test payment` : 'Test payment'}
        description="This page imitates that of a payment provider. No money moves."
        isFailing={payment.isLoadingError}
      >
        {payment.isLoadingError ? (
          <FailedState message={payment.error.message} onRetry={() => void payment.refetch()} />
        ) : found ? (
          <Stack gap={3}>
            <p className="payments-amount">{formatCents(found.amountCents, found.currency)}</p>
            <Choice payment={found} />
          </Stack>
        ) : (
          <SkeletonLines count={3} />
        )}
      </Card>
    </div>
  )
}
