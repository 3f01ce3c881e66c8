import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCents } from '@playhead/domain/money.ts'
import { billingLoadError } from '@playhead/features/account/usage/web'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { type CallError, isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { type CallResponse, callQuietly } from '@playhead/web-kit/calls/call.ts'
import { tax } from '../tax-contract.ts'
import { percentText } from './percent-text.ts'
import { type Information, type Plans, usePlans } from './use-payments.ts'

type Calculated = CallResponse<typeof tax.calculate>

const exampleCents = 10_000

/** The fee of the plan, or else an amount that is easy to reckon with. */
const amountOf = (plans: Plans) => {
  const { current } = plans
  const plan = plans.plans.find(
    ({ id, version }) => id === current?.planId && version === current.planVersion,
  )
  const fee = plan && current ? plan.fees[current.billingFrequency] : 0
  const currency = (plan ?? plans.plans[0])?.currency ?? 'USD'
  return plan && fee > 0
    ? { cents: fee, currency, name: `Fee of ${plan.name}` }
    : { cents: exampleCents, currency, name: 'For example' }
}

const Sums = ({
  data,
  name,
  currency,
}: {
  data: Calculated['data']
  name: string
  currency: string
}) => {
  const rows = [
    { term: name, cents: data.taxableCents },
    ...(data.name === null || data.isReverseCharge
      ? []
      : [{ term: `${data.name} ${percentText(data.rate)}`, cents: data.taxCents }]),
    { term: 'Total', cents: data.totalCents },
  ]
  return (
    <Stack gap={2}>
      <dl className="payments-sums">
        {rows.map(({ term, cents }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{formatCents(cents, currency)}</dd>
          </div>
        ))}
      </dl>
      {data.isReverseCharge ? (
        <p className="text-ink-2">Reverse charge: you owe the tax yourself.</p>
      ) : (
        data.name === null && <p className="text-ink-2">No tax is added for your address.</p>
      )}
    </Stack>
  )
}

/** The server knows why it cannot; anything else is a failure of the page. */
const isRefusal = (error: Error | null): error is CallError =>
  isCallError(error) && error.status === 400

/** BILL-033, BILL-034: what tax invoices have for the stored billing information. */
export const TaxCard = ({ information }: { information: Information | null }) => {
  const plans = usePlans().data?.data
  const amount = plans && amountOf(plans)
  const calculated = useQuery({
    queryKey: [tax.calculate.path, amount?.cents, information],
    queryFn: () =>
      callQuietly(tax.calculate, { body: { amount: amount?.cents ?? 0 } }) as Promise<Calculated>,
    enabled: amount !== undefined,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    meta: { handling: { quiet: true } },
  })
  return (
    <Card title="Tax" isFailing={calculated.isError && !isRefusal(calculated.error)}>
      {isRefusal(calculated.error) ? (
        <p className="text-ink-2">
          {calculated.error.messages.join(' ')}
          {information === null && '. Enter your billing information first.'}
        </p>
      ) : calculated.isError ? (
        <FailedState message={billingLoadError} onRetry={() => void calculated.refetch()} />
      ) : calculated.data && amount ? (
        <Sums data={calculated.data.data} name={amount.name} currency={amount.currency} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}
