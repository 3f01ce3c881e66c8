import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { billing, type LimitSubject } from '../contract.ts'
import './billing.css'

interface Limit {
  subject: LimitSubject
  included: number
}

/** BILL-025: with the numbers of the plan that the operator offers; what it does not limit is not listed. */
const linesOf = (limits: readonly Limit[]) => {
  const lineOf = (subject: LimitSubject, write: (amount: string) => string) =>
    limits
      .filter((limit) => limit.subject === subject)
      .map(({ included }) => write(formatNumber(included)))
  return [
    ...lineOf('videos', (amount) => `Up to ${amount} on-demand videos`),
    ...lineOf('delivered_minutes', (amount) => `${amount} free delivery minutes per month`),
    'A player with a small logo',
    'Unlimited monitoring of hosted videos',
    ...lineOf('views', (amount) => `${amount} views per month for non-hosted videos`),
  ]
}

/** BILL-024, BILL-026, BILL-027: what Free includes, until the parameter of the address is gone. */
export const WelcomeModal = () => {
  const setSearch = useSetSearch()
  const found = useQuery(query(billing.retrieve, {}, { quiet: true })).data?.data
  const close = () => setSearch({ welcome: undefined }, { replace: true })
  return (
    <Modal
      isOpen={found?.plan === 'Free'}
      onClose={close}
      title="Welcome to Playhead"
      maxWidth={460}
    >
      <div className="ph-stack gap-3">
        <p className="text-ink-2">Your Free plan includes:</p>
        <ul className="billing-welcome">
          {linesOf(found?.limits ?? []).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Button kind="primary" isWide onClick={close} autoFocus>
          Start building
        </Button>
      </div>
    </Modal>
  )
}
