import { Button } from '@playhead/ui/buttons/button.tsx'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { organizationPath } from '@playhead/web-kit/navigation/paths.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { operator } from '../contract.ts'
import type { OperatedOrganization } from './use-organization-list.ts'

interface MasqueradeButtonProps {
  organization: OperatedOrganization
}

/** The session must be reloaded before the organization opens; otherwise its path counts as that of a stranger. */
export const MasqueradeButton = ({ organization: { id, name } }: MasqueradeButtonProps) => {
  const navigate = useNavigate()
  const masquerade = useCall(operator.masquerade)
  const start = async () => {
    await masquerade.mutateAsync({ body: { masquerade: { organizationId: id } } })
    await reloadSession()
    navigate(organizationPath(id, 'environments'))
  }
  return (
    <Button
      size="sm"
      kind="ghost"
      isLoading={masquerade.isPending}
      aria-label={`Masquerade as ${name}`}
      onClick={() => void start().catch(() => undefined)}
    >
      Masquerade
    </Button>
  )
}
