import { useEffect, useState } from 'react'
import { BarePage } from '@playhead/web-kit/page/bare-page.tsx'
import { LogOutLink } from '@playhead/web-kit/page/log-out-link.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { landingAfterSignup } from '@playhead/web-kit/session/landing.ts'
import { useNavigate, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { organizationPath } from '@playhead/web-kit/navigation/paths.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import {
  type CreatedOrganization,
  CreateOrganizationForm,
  useCreateOrganization,
} from './create-organization-form.tsx'

/** SHELL-030, SHELL-031: after sign-up the person goes on to the page that they signed up for. */
const useLanding = () => {
  const type = useSearchValue('type')
  const plan = useSearchValue('plan')
  const welcome = useSearchValue('welcome')
  return ({ id }: CreatedOrganization) => {
    const { session } = sessionStore.getState()
    return session?.organizations.some((one) => one.id === id)
      ? landingAfterSignup({ session, type, plan, welcome })
      : organizationPath(id, 'environments')
  }
}

export const Screen = () => {
  const { session } = useSession()
  const navigate = useNavigate()
  const landing = useLanding()
  const [isCreating, setIsCreating] = useState(false)
  const form = useCreateOrganization(async (organization) => {
    setIsCreating(true)
    await reloadSession()
    navigate(landing(organization), { replace: true })
  })

  // AUTH-032
  const firstId = session?.organizations[0]?.id
  useEffect(() => {
    if (firstId && !isCreating)
      navigate(organizationPath(firstId, 'environments'), { replace: true })
  }, [firstId, isCreating, navigate])
  if (firstId && !isCreating) return null

  return (
    <BarePage
      title="Create an organization to continue"
      lead="An organization holds your environments, your team and your settings."
      footer={<LogOutLink />}
    >
      <CreateOrganizationForm form={form} />
      {session?.currentUser.internal && (
        <p className="text-sm text-ink-2">
          As staff you need none:{' '}
          <Link href="/operator/organizations">open the operator pages</Link>.
        </p>
      )}
      <p className="border-t border-line pt-3 text-sm text-ink-2">
        If you were removed from your organization by mistake, contact your administrator.
      </p>
    </BarePage>
  )
}
