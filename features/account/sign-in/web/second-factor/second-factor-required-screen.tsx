import { SecondFactors, useSecondFactor } from '@playhead/features/account/second-factor/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { useNavigate, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { organizationPath } from '@playhead/web-kit/navigation/paths.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { BarePage } from '@playhead/web-kit/page/bare-page.tsx'
import { LogOutLink } from '@playhead/web-kit/page/log-out-link.tsx'

/** The organization of the address, else the first that requires a second factor. */
const useWaitingOrganization = () => {
  const { session } = useSession()
  const id = useSearchValue('organization_id')
  const waiting = session?.organizations.filter((one) => one.secondFactorMissing) ?? []
  return session?.organizations.find((one) => one.id === id) ?? waiting[0]
}

/** Shown by an organization that opens only with a second factor, to members without one. */
export const Screen = () => {
  const organization = useWaitingOrganization()
  const factors = useSecondFactor().data?.data
  const navigate = useNavigate()
  const hasFactor = Boolean(factors && (factors.passkeys.length > 0 || factors.authenticatorApp))
  const goOn = () =>
    void reloadSession().then(() =>
      navigate(organization ? organizationPath(organization.id, 'environments') : '/'),
    )
  return (
    <BarePage
      title="Set up a second factor"
      lead={`${organization?.name ?? 'This organization'} requires one of every member. It counts for your whole account.`}
      footer={<LogOutLink />}
    >
      <SecondFactors level={2} isRequirementTold />
      {hasFactor && (
        <Button kind="primary" size="lg" isWide onClick={goOn}>
          <span className="truncate">Continue{organization && ` to ${organization.name}`}</span>
        </Button>
      )}
    </BarePage>
  )
}
