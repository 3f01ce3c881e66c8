import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { attentionText } from './invoice-texts.ts'
import { useOwed } from './use-invoices.ts'
import './invoices.css'

/** BILL-015 */
export const Part = () => {
  const path = usePath()
  const { pathname } = useLocation()
  const { outstanding } = useOwed()
  const isElsewhere = Boolean(useOrganization()?.marketplaceType)
  const isListed = pathname.endsWith('/invoices') || isElsewhere
  // The page of invoices says what is overdue in its balance, and the list above other pages in its rows.
  if (isListed || !outstanding.data?.data.invoiceNeedsAttention) return null
  return (
    <div className="invoices-attention">
      <FormMessage tone="warning">
        {attentionText(outstanding.data.data.balances)}{' '}
        <Link href={path('account/billing/invoices')}>See the invoices</Link>
      </FormMessage>
    </div>
  )
}
