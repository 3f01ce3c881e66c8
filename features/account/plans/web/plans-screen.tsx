import { useState } from 'react'
import { formatDay } from '@playhead/domain/format.ts'
import { type BillingFrequency, planNameOf } from '@playhead/domain/plans.ts'
import { BillingTop } from '@playhead/features/account/usage/web'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { PlanCard } from './plan-card.tsx'
import { hasFees, introOf, loadError, sameAs } from './plan-texts.ts'
import { type Plan, type Plans, usePlans } from './use-plans.ts'
import './plans.css'

const ChangePlanDialog = lazyDialog('ChangePlanDialog', () => import('./change-plan-dialog.tsx'))

const frequencies = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const

const utc = { timeZone: 'UTC' } as const

const isCurrent = ({ current }: Plans, plan: Plan) =>
  current?.planId === plan.id && current.planVersion === plan.version

const badgeOf = (plans: Plans, plan: Plan, planName: string) => {
  const next = plans.current?.next
  if (next?.planId === plan.id) return `From ${formatDay(next.from, utc)}`
  const isHad = plans.current === null ? plan.name === planName : isCurrent(plans, plan)
  return isHad ? 'Your plan' : undefined
}

/** The change that waits, where choosing this plan takes it back. */
const takenBackBy = (plans: Plans, plan: Plan, frequency: BillingFrequency) => {
  const { current } = plans
  if (!current?.next || !isCurrent(plans, plan) || current.billingFrequency !== frequency)
    return undefined
  const { planId, from } = current.next
  const name = plans.plans.find(({ id }) => id === planId)?.name ?? planNameOf(planId)
  return { name: name ?? planId, from }
}

interface ListProps {
  plans: Plans
  frequency: BillingFrequency
  onChoose: (plan: Plan) => void
}

const PlanList = ({ plans, frequency, onChoose }: ListProps) => {
  const organization = useOrganization()
  const mayChoose = plans.mode !== 'showback' && !organization?.marketplaceType
  const next = plans.current?.next
  /** Of a change that waits, the plan it leads to: choosing it again would change nothing. */
  const isChosen = (plan: Plan) =>
    next
      ? next.planId === plan.id && next.billingFrequency === frequency
      : isCurrent(plans, plan) && plans.current?.billingFrequency === frequency
  return (
    <div className="plans-cards">
      {plans.current?.legacyPlan && (
        <PlanCard
          plan={plans.current.legacyPlan}
          frequency={plans.current.billingFrequency}
          mode={plans.mode}
          same={undefined}
          badge="Your plan"
          isKept={false}
          isLegacy
          onChoose={undefined}
          note="No longer offered. You keep it as it is."
        />
      )}
      {plans.plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          frequency={frequency}
          mode={plans.mode}
          same={sameAs(plans, plan)}
          badge={badgeOf(plans, plan, organization?.subscription.currentPlan ?? '')}
          isKept={takenBackBy(plans, plan, frequency) !== undefined}
          onChoose={
            mayChoose && plan.isSelfService && !isChosen(plan) ? () => onChoose(plan) : undefined
          }
          note={mayChoose && !plan.isSelfService ? 'Contact us for a price.' : undefined}
        />
      ))}
    </div>
  )
}

/** BILL-007: what there is to choose, and what a change costs now. */
export const Screen = () => {
  const query = usePlans()
  const plans = query.data?.data
  const [asked, setFrequency] = useState<BillingFrequency>()
  const [chosen, setChosen] = useState<Plan>()
  const [isOpen, setOpen] = useState(false)
  const frequency = asked ?? plans?.current?.billingFrequency ?? 'month'
  return (
    <>
      <BillingTop />
      {query.isLoadingError ? (
        <FailedState message={loadError} onRetry={() => void query.refetch()} />
      ) : plans ? (
        <>
          <div className="plans-top">
            <p className="text-ink-2">{introOf(plans)}</p>
            {plans.mode !== 'showback' && hasFees(plans.plans) && (
              <SegmentedControl
                label="Billing frequency"
                value={frequency}
                onChange={setFrequency}
                options={frequencies}
              />
            )}
          </div>
          <PlanList
            plans={plans}
            frequency={frequency}
            onChoose={(plan) => {
              setChosen(plan)
              setOpen(true)
            }}
          />
          {chosen && (
            <ChangePlanDialog
              isOpen={isOpen}
              onClose={() => setOpen(false)}
              plan={chosen}
              frequency={frequency}
              takenBack={takenBackBy(plans, chosen, frequency)}
            />
          )}
        </>
      ) : (
        <Loading label="Loading the plans">
          <div className="plans-cards">
            {['one', 'two', 'three'].map((name) => (
              <Skeleton key={name} height={260} />
            ))}
          </div>
        </Loading>
      )}
    </>
  )
}
