import { useQuery } from '@tanstack/react-query'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { billing } from '../contract.ts'
import './billing.css'

/** BILL-025 */
const included = [
  'Up to 10 on-demand videos',
  '100,000 free delivery minutes per month',
  'A player with a small logo',
  'Unlimited monitoring of hosted videos',
  '100,000 views per month for non-hosted videos',
]

/** BILL-024, BILL-026, BILL-027: what Free includes, until the parameter of the address is gone. */
export const WelcomeModal = () => {
  const setSearch = useSetSearch()
  const plan = useQuery(query(billing.retrieve, {}, { quiet: true })).data?.data.plan
  const close = () => setSearch({ welcome: undefined }, { replace: true })
  return (
    <Modal isOpen={plan === 'Free'} onClose={close} title="Welcome to Playhead" maxWidth={460}>
      <div className="ph-stack gap-3">
        <p className="text-ink-2">Your Free plan includes:</p>
        <ul className="billing-welcome">
          {included.map((line) => (
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
