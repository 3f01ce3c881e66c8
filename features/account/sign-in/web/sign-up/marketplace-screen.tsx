import { useEffect } from 'react'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { useNavigate, useParam, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { BarePage } from '@playhead/web-kit/page/bare-page.tsx'

/** AUTH-045, AUTH-046 */
export const Screen = () => {
  const navigate = useNavigate()
  const idOfPath = useParam('entitlementId')
  const idOfSearch = useSearchValue('entitlement_id')
  const partner = useSearchValue('partner')
  const isComplete = Boolean((idOfPath ?? idOfSearch) && partner)
  useEffect(() => {
    if (!isComplete) navigate('/', { replace: true })
  }, [isComplete, navigate])
  if (!isComplete) return null
  return (
    <BarePage
      title="Thank you for accepting the Marketplace offer!"
      lead="Your organization is connected to the marketplace."
    >
      <LinkButton href="/" kind="primary" size="lg" isWide>
        Continue to the dashboard
      </LinkButton>
    </BarePage>
  )
}
