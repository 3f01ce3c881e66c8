import type { BillingFrequency, BillingMode } from '@playhead/domain/plans.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { choiceText, factsOf, feeText, isFeeSet } from './plan-texts.ts'
import type { Plan } from './use-plans.ts'

interface PlanCardProps {
  plan: Plan
  frequency: BillingFrequency
  mode: BillingMode
  /** The plan that is the same in all that a card lists. */
  same: Plan | undefined
  badge: string | undefined
  /** Choosing the present plan while a change waits takes the change back. */
  isKept: boolean
  /** Undefined where an admin may not choose it. */
  onChoose: (() => void) | undefined
  note: string | undefined
  /** The version that the organization keeps although another one is offered. */
  isLegacy?: boolean
}

export const PlanCard = ({
  plan,
  frequency,
  mode,
  same,
  badge,
  isKept,
  onChoose,
  note,
  isLegacy = false,
}: PlanCardProps) => (
  <section
    className="plans-card"
    aria-label={isLegacy ? `${plan.name}, no longer offered` : plan.name}
    data-current={badge ? true : undefined}
  >
    <div className="plans-card-head">
      <h3>{plan.name}</h3>
      {badge && <Badge>{badge}</Badge>}
    </div>
    {/* In showback mode there is nothing to pay; the fee of a plan that only the operator sets is agreed. */}
    {mode !== 'showback' && plan.isSelfService && isFeeSet(plan) && (
      <p className="plans-fee">
        <strong>{feeText(plan, frequency)}</strong>
        {plan.fees[frequency] > 0 && ` a ${frequency}`}
      </p>
    )}
    <ul className="plans-facts">
      {same && !badge ? (
        <li>The same as {same.name}</li>
      ) : (
        factsOf(plan, mode).map((fact) => <li key={fact}>{fact}</li>)
      )}
    </ul>
    {onChoose && (
      <Button isWide onClick={onChoose}>
        {choiceText(plan, isKept)}
      </Button>
    )}
    {note && <p className="plans-note">{note}</p>}
  </section>
)
