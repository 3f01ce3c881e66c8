import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { Balances } from './balances.tsx'
import { useOwed } from './use-invoices.ts'

/** BILL-007: on Summary, where this server writes invoices. Under a marketplace the top lists what is owed. BILL-010 */
export const Part = () => {
  const path = usePath()
  const { hasInvoices, outstanding } = useOwed()
  const isElsewhere = Boolean(useOrganization()?.marketplaceType)
  if (!hasInvoices || isElsewhere) return null
  return (
    <Card
      title="Balance"
      isFailing={outstanding.isLoadingError}
      actions={<Link href={path('account/billing/invoices')}>Invoices</Link>}
    >
      <Balances outstanding={outstanding} />
    </Card>
  )
}
