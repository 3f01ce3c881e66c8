import type { BillingMode } from '@playhead/domain/plans.ts'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LinkTabs } from '@playhead/ui/navigation/link-tabs.tsx'
import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { legacyText, marketplaceText, noSubscriptionText, untilThenText } from './plan-texts.ts'
import { isLegacy, usePlans } from './use-plans.ts'
import './plans.css'

/** BILL-004; usage details have none. BILL-005. Invoices and payments are of those who are charged. */
const pagesIn = (mode: BillingMode | undefined) => [
  { id: 'summary', label: 'Summary' },
  ...(mode === undefined || mode === 'showback'
    ? []
    : [
        { id: 'payment-method', label: 'Payment method' },
        { id: 'invoices', label: 'Invoices' },
      ]),
  { id: 'plans', label: 'Plans' },
]

/** BILL-009, BILL-010, BILL-011. Without prices a subscription says nothing about money. */
const State = ({ isOnPlans }: { isOnPlans: boolean }) => {
  const path = usePath()
  const organization = useOrganization()
  const marketplace = organization?.marketplaceType
  const plan = organization?.subscription.currentPlan
  const plans = usePlans().data?.data
  if (marketplace) return <FormMessage tone="info">{marketplaceText(marketplace)}</FormMessage>
  if (!plans || plans.mode === 'showback') return null
  if (plans.current === null)
    return (
      <FormMessage tone="info">
        {noSubscriptionText} {plan && untilThenText(plan)}{' '}
        {!isOnPlans && <Link href={path('account/billing/plans')}>Choose a plan</Link>}
      </FormMessage>
    )
  return isLegacy(plans) ? <FormMessage tone="warning">{legacyText}</FormMessage> : null
}

/** The tabs of billing, and what is special about this organization. */
export const BillingHeader = () => {
  const path = usePath()
  const { pathname } = useLocation()
  const pages = pagesIn(usePlans().data?.data.mode)
  const selected = pages.find(({ id }) => pathname.endsWith(`/billing/${id}`))
  return (
    <div className="plans-header">
      <LinkTabs
        label="Billing pages"
        selectedId={selected?.id ?? null}
        tabs={pages.map(({ id, label }) => ({ id, label, href: path(`account/billing/${id}`) }))}
      />
      <State isOnPlans={selected?.id === 'plans'} />
    </div>
  )
}
